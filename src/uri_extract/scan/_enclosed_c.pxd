# The types of _enclosed.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.scan._wrapped_c cimport WrappedReference


cdef class EnclosedReference(WrappedReference):
    cdef Py_ssize_t enclosed(self, Py_ssize_t begin, Py_ssize_t end) noexcept
    cdef Py_ssize_t unfolded(self, Py_ssize_t end) noexcept
    cdef bint closes_other(
        self, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t cut, int blanks, int apart,
    ) noexcept
    cdef bint begins_other(self, Py_ssize_t end, Py_ssize_t j) noexcept
    cdef bint is_prose(self, Py_ssize_t end, Py_ssize_t j, bint templated) noexcept
    cdef bint is_prose_after_break(self, Py_ssize_t end, Py_ssize_t j) noexcept
