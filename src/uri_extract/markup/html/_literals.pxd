cdef class Literals:
    cdef const unsigned char *data
    cdef int quote, level
    cdef bint is_pattern(self, Py_ssize_t host) noexcept
    cdef int read_to_end(self, Py_ssize_t i) noexcept
    cdef int escape(self, Py_ssize_t i) noexcept
    cdef int bits(self, int how) noexcept
    cdef bint is_joined(self, Py_ssize_t i) noexcept
