# The types of _kernel.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.scan._usual_c cimport UsualReference


cdef class Kernel(UsualReference):
    cdef public object compiled
    cdef public object table        # the rows, as an array for callers
    cdef public Py_ssize_t count    # rows written
    cdef public Py_ssize_t pos
    cdef public long long cost
    cdef public long long offset    # of the window in the document
    cdef Py_ssize_t labelled        # the last colon of "URL:"
    cdef long long[::1] row
    cdef bint final

    cdef inline bint cannot_be_scheme(self, Py_ssize_t colon) noexcept
    cdef bint is_opened(self, Py_ssize_t colon) noexcept
    cdef inline Py_ssize_t usual(self, Py_ssize_t colon) noexcept
    cdef Py_ssize_t try_at(self, Py_ssize_t anchor) noexcept
    cdef Py_ssize_t candidate(self, Py_ssize_t anchor) noexcept
    cdef Py_ssize_t reference(self, Py_ssize_t colon) noexcept
    cdef bint accepted(self, Py_ssize_t colon, Py_ssize_t i, long long bits) noexcept
    cdef bint fits(self, Py_ssize_t i, Py_ssize_t end, Py_ssize_t whole) noexcept
    cdef void write(self, Py_ssize_t colon, Py_ssize_t end, long long bits) noexcept
