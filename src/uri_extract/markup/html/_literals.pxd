cdef class Literals:
    cdef Text text                      # the window, for functions of the scanner
    cdef bytes window
    cdef const unsigned char *data
    cdef Py_ssize_t begin  # the start and end of the stretch
    cdef Py_ssize_t end
    cdef Py_ssize_t stop   # the end of the literal just read
    cdef int quote         # its opening quotation mark; 0: none
    cdef int level         # the notation of that: plain, escaped with a backslash, by number, as &quot;
    cdef bint escaped      # the literal has escapes

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
