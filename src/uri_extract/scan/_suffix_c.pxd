# The types of _suffix.py, for its compiled variant.

from uri_extract.scan._names_c cimport Names


cdef class SuffixKernel(Names):
    cdef bint wants_names
    cdef bint wants_mails
    cdef bint all_mails
    cdef Py_ssize_t colon           # up to where there is none of each anchor
    cdef Py_ssize_t dot
    cdef Py_ssize_t at

    cdef Py_ssize_t candidate(self, Py_ssize_t anchor) noexcept
    cdef Py_ssize_t find(self, int byte, Py_ssize_t pos, Py_ssize_t limit) noexcept
    cdef Py_ssize_t anchor(self, Py_ssize_t pos) noexcept
    cdef Py_ssize_t mailbox(self, Py_ssize_t at) noexcept
    cdef Py_ssize_t local_part(self, Py_ssize_t at) noexcept
    cdef bint apart(self, Py_ssize_t start) noexcept
    cdef bint identifier(self, Py_ssize_t start) noexcept
    cdef bint dated(self, Py_ssize_t start, Py_ssize_t at) noexcept
