# The types of _token.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.scan._ends_c cimport Candidate


cdef class Token(Candidate):
    cdef Py_ssize_t read(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t pattern_end(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t character(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t escape(self, Py_ssize_t i) noexcept
    cdef bint host(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t usual_host(self, Py_ssize_t i, Py_ssize_t limit) noexcept
    cdef bint name(self, Py_ssize_t i, Py_ssize_t end, Py_ssize_t limit) noexcept
    cdef Py_ssize_t label_placeholder_end(self, Py_ssize_t i) noexcept
