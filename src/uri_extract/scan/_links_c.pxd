# The types of _links.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.scan._suffix_c cimport SuffixKernel


cdef class LinkKernel(SuffixKernel):
    cdef public int links

    cdef Py_ssize_t suffix(self, Py_ssize_t dot) noexcept
    cdef Py_ssize_t after_middle_dot(self, Py_ssize_t start, Py_ssize_t dot) noexcept
    cdef bint is_name(self, Py_ssize_t start, Py_ssize_t dot, Py_ssize_t end) noexcept
    cdef Py_ssize_t authority_end(self, Py_ssize_t end) noexcept
    cdef Py_ssize_t local(self, Py_ssize_t at) noexcept
