# The types of _kernel.py, for its compiled variant.

from uri_extract.scan._token_c cimport Token


cdef class Kernel(Token):
    cdef public object compiled
    cdef public object table        # rows, and their pieces, as arrays for whoever reads them
    cdef public object pieces
    cdef public Py_ssize_t count    # rows written
    cdef public Py_ssize_t pos
    cdef public Py_ssize_t low
    cdef object window
    cdef const unsigned char *names
    cdef int[::1] places
    cdef int[::1] shapes
    cdef long long[::1] row
    cdef long long[::1] piece
    cdef bint final
    cdef Py_ssize_t made            # pieces written, those of all rows
    cdef Py_ssize_t first           # the candidate's own first piece
    cdef int slashes                # behind its scheme's colon: 0, 1 or 2
    cdef Py_ssize_t closed_by

    cdef int shape(self, Py_ssize_t start, Py_ssize_t colon) noexcept
    cdef Py_ssize_t scheme(self, Py_ssize_t colon) noexcept
    cdef long long look_back(self) noexcept
    cdef Py_ssize_t reference(self, Py_ssize_t colon) noexcept
    cdef Py_ssize_t hierarchy(self, Py_ssize_t i) noexcept
    cdef bint believed(self, Py_ssize_t colon, Py_ssize_t i, long long bits) noexcept
    cdef bint dotted(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t enclosed(self, Py_ssize_t begin, Py_ssize_t end) noexcept
    cdef bint breakable(self, Py_ssize_t end, Py_ssize_t j) noexcept
    cdef Py_ssize_t bare(self, Py_ssize_t begin, Py_ssize_t floor, Py_ssize_t end) noexcept
    cdef void add(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef void write(self, Py_ssize_t colon, Py_ssize_t end, long long bits) noexcept
