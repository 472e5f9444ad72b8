cdef class Tokenizer(HtmlTokenizer):
    cdef unsigned char[::1] spellings

    cpdef int forget(self) except? -1
    cpdef int restart(self) except? -1
