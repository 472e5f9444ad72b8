# The types of _hosts.py, for its compiled variant.

from uri_extract.scan._token_c cimport Token


cdef class Hosts(Token):
    cdef bint host(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t usual_host(self, Py_ssize_t i, Py_ssize_t limit) noexcept
    cdef bint literal(self, Py_ssize_t i, Py_ssize_t end) noexcept
    cdef bint name(self, Py_ssize_t i, Py_ssize_t end, Py_ssize_t limit) noexcept
