cdef class ContentLines:
    cdef inline bint is_blank(self, Py_ssize_t at) noexcept
