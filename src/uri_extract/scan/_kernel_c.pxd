# The types of _kernel.py, for its compiled variant.

from uri_extract.scan._before_c cimport Before


cdef class Kernel(Before):
    cdef public object compiled
    cdef public object table        # the rows, as an array for whoever reads them
    cdef public Py_ssize_t count    # rows written
    cdef public Py_ssize_t pos
    cdef public long long cost
    cdef public long long offset    # where the window stands in the document
    cdef const unsigned char *endings   # a bit for each three letters that a known scheme ends in
    cdef Py_ssize_t labelled            # the last colon that was not turned down: it may be that of "URL:"
    cdef long long[::1] row
    cdef bint final

    cdef bint plainly_none(self, Py_ssize_t colon) noexcept
    cdef Py_ssize_t tried(self, Py_ssize_t anchor) noexcept
    cdef Py_ssize_t candidate(self, Py_ssize_t anchor) noexcept
    cdef Py_ssize_t reference(self, Py_ssize_t colon) noexcept
    cdef bint believed(self, Py_ssize_t colon, Py_ssize_t i, long long bits) noexcept
    cdef bint fits(self, Py_ssize_t i, Py_ssize_t end) noexcept
    cdef void write(self, Py_ssize_t colon, Py_ssize_t end, long long bits) noexcept
