cdef class Marks:
    cdef inline bint has(self, Py_ssize_t at, int bits) noexcept
    cdef inline bint reads(self, Py_ssize_t at, bytes wanted) noexcept
    cdef inline int small(self, Py_ssize_t at) noexcept
    cdef Py_ssize_t run(self, Py_ssize_t at, int bits, Py_ssize_t most) noexcept
    cdef Py_ssize_t blank(self, Py_ssize_t at) noexcept
    cdef bint host_follows(self, Py_ssize_t at) except -1
    cdef bint is_begun(self, Py_ssize_t anchor) except -1
    cdef Py_ssize_t word_end(self, Py_ssize_t at) noexcept
    cdef object mark(self, Py_ssize_t anchor)
    cdef bint follows_backslashes(self, Py_ssize_t anchor) except -1
    cdef Py_ssize_t after_blank(self, Py_ssize_t end) except -1
    cdef bint is_colon(self, Py_ssize_t anchor) noexcept
    cdef bint is_local_part(self, Py_ssize_t end) noexcept
    cdef Py_ssize_t separator(self, Py_ssize_t at) except -1
    cdef object separated(self, Py_ssize_t at, Py_ssize_t end, bint is_plain)
