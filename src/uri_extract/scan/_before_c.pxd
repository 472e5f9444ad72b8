# The types of _before.py, for its compiled variant.

from uri_extract.scan._pieces_c cimport Pieces


cdef class Before(Pieces):
    cdef public Py_ssize_t low          # where the last reference ended
    cdef const unsigned char *names
    cdef int[::1] places
    cdef int[::1] shapes

    cdef int shape(self, Py_ssize_t start, Py_ssize_t colon) noexcept
    cdef Py_ssize_t web(self, Py_ssize_t colon) noexcept
    cdef Py_ssize_t scheme(self, Py_ssize_t colon) noexcept
    cdef bint controlled(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t escaped_before(self, Py_ssize_t i, Py_ssize_t colon) noexcept
    cdef long long look_back(self) noexcept
    cdef int referred(self, Py_ssize_t end) noexcept
