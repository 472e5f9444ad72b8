# The types of _enclosed.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.scan._wrapped_c cimport WrappedReference


cdef class EnclosedReference(WrappedReference):
    cdef Py_ssize_t enclosed(self, Py_ssize_t begin, Py_ssize_t end) noexcept
