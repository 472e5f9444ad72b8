cdef class Tokenizer(HtmlTokenizer):
    cdef public list names       # by number
    cdef dict numbers
    cdef unsigned char[::1] spellings
    cdef public dict known       # data of the readers about the names, valid as long as the numbers

    cpdef int forget(self) except? -1
    cpdef int restart(self) except? -1
