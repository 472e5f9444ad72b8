cdef class Tokenizer(HtmlTokenizer):
    cdef unsigned char[::1] spellings
