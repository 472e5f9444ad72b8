# The types of _token.py, for its compiled variant.

from uri_extract.scan._characters_c cimport Characters


cdef class Token(Characters):
    cdef Py_ssize_t max_reference
    cdef int kind                   # shape of its scheme, 0: unknown
    cdef int opener                 # "<" or '"' where one stands before it
    cdef int before                 # the byte before it and its prefix, 0 at the start
    cdef Py_ssize_t stop            # it cannot reach further: the window's end, the limit, a host that ends
    cdef Py_ssize_t cut             # where it would end in white space, when it is read on for a closing bracket
    cdef Py_ssize_t bar             # its first "|"
    cdef Py_ssize_t host_end
    cdef Py_ssize_t known           # up to where it was read as a host, all of it plain
    cdef int rounds                 # brackets open inside it
    cdef int squares
    cdef int curlies
    cdef Py_ssize_t square_end      # how far the window was searched for what closes one
    cdef Py_ssize_t curly_end
    cdef int apostrophes
    cdef bint query

    cdef void begin(self, Py_ssize_t start) noexcept
    cdef Py_ssize_t read(self, Py_ssize_t i) noexcept
    cdef bint ends(self, Py_ssize_t i) noexcept
    cdef bint entity(self, Py_ssize_t i) noexcept
    cdef bint closed(self, Py_ssize_t i, int closer) noexcept
    cdef bint argument(self, Py_ssize_t i) noexcept
    cdef bint footnote(self, Py_ssize_t i) noexcept
    cdef bint another(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t trim(self, Py_ssize_t floor, Py_ssize_t end) noexcept
