cdef class Marks:
    cdef inline bint has(self, Py_ssize_t at, int bits) noexcept
    cdef inline bint reads(self, Py_ssize_t at, bytes wanted) noexcept
    cdef inline int small(self, Py_ssize_t at) noexcept
    cdef Py_ssize_t run(self, Py_ssize_t at, int bits, Py_ssize_t most) noexcept
    cdef bint is_colon(self, Py_ssize_t anchor) noexcept
    cdef bint is_local_part(self, Py_ssize_t end) noexcept
