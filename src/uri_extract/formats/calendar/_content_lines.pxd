cdef class ContentLines:
    cdef inline bint is_blank(self, Py_ssize_t at) noexcept
    cdef Py_ssize_t fold_end(self, Py_ssize_t at) noexcept
    cdef bint is_escaped(self, int byte) noexcept
