cdef class Fragments:
    cdef object markup
    cdef Tokenizer tokenizer
    cdef Walker walker
    cdef Links links
    cdef Rows marked        # rows of markup
    cdef LineCounter lines  # counts nothing
    cdef set merged
    cdef object bases       # of the last document
    cdef bint places, decode_all
    cdef bint needs_colon   # text without a colon can be skipped
    cdef object origin
    cdef object options
    cdef Rows rows
    cdef list sources       # the texts of the documents, masked
    cdef list verbatim, elements, css
    cdef bint noted
    cdef readonly Py_ssize_t size

    cpdef bint take(self, bytes text, object bases) except? -1
    cpdef Rows found(self)
