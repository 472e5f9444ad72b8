cdef class Tokenizer(HtmlTokenizer):
    cdef public list names       # by number
    cdef dict numbers
    cdef unsigned char[::1] spellings
    cdef unsigned char *letters  # the names, by slot
    cdef int[::1] sizes          # the sizes of the names, by slot; 0: empty
    cdef int[::1] numbered       # the numbers of the names, by slot
    cdef long long[::1] used     # the last document that had the name, by slot
    cdef long long document
    cdef public dict known       # data of the readers about the names, valid as long as the numbers
    cdef long long[::1] had      # the last tag that had the attribute, by number
    cdef long long tags
    cdef int within              # the construct that is read in a doctype
    cdef bint subset             # inside its internal subset

    cpdef int forget(self) except? -1
    cpdef int restart(self) except? -1
