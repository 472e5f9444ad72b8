cdef class ContentLines:
    cdef Py_ssize_t next_sign(self, Py_ssize_t at, Py_ssize_t stop) except? -2
    cdef inline bint is_blank(self, Py_ssize_t at) noexcept
    cdef Py_ssize_t fold_end(self, Py_ssize_t at) noexcept
    cdef bint is_escaped(self, int byte) noexcept
