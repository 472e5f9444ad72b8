cdef class Literals:
    cdef const unsigned char *data
    cdef int quote, level
    cpdef list read(self, bytes window, Py_ssize_t begin, Py_ssize_t end)
    cdef Py_ssize_t slash(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t second_slash(self, Py_ssize_t i) noexcept
    cdef bint is_web_scheme(self, Py_ssize_t start, Py_ssize_t colon) noexcept
    cdef bint is_pattern(self, Py_ssize_t host) noexcept
    cdef int read_to_end(self, Py_ssize_t i) noexcept
    cdef int escape(self, Py_ssize_t i) noexcept
    cdef bint is_markup(self, Py_ssize_t i) noexcept
    cdef int bits(self, int how) noexcept
    cdef Py_ssize_t skip(self, Py_ssize_t i) noexcept
    cdef bint is_joined(self, Py_ssize_t i) noexcept
