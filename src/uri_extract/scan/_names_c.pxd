# The types of _names.py, for its compiled variant.

from uri_extract.scan._kernel_c cimport Kernel


cdef class Names(Kernel):
    cdef bint all_names
    cdef object marked              # tells whether a mark was undone between two places of the document, or None

    cdef bint is_marked(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint address(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint soft_break(self, Py_ssize_t i) noexcept
    cdef bint continued(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t run(self, Py_ssize_t i) noexcept
    cdef bint ends_known(self, Py_ssize_t start, Py_ssize_t end, bint special) noexcept
    cdef Py_ssize_t suffix(self, Py_ssize_t dot) noexcept
    cdef Py_ssize_t first_label(self, Py_ssize_t dot) noexcept
    cdef bint server(self, Py_ssize_t start, Py_ssize_t dot) noexcept
    cdef bint usual(self, Py_ssize_t start, Py_ssize_t dot, Py_ssize_t end) noexcept
    cdef Py_ssize_t port(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t delimited(self, Py_ssize_t end, long long bits) noexcept
