cdef class Marks:
    cdef object own, meanings
    cdef bytes text
    cdef const unsigned char* data  # that of the text
    cdef Py_ssize_t size, begin, end

    cdef inline bint has(self, Py_ssize_t at, int bits) noexcept
    cdef inline bint reads(self, Py_ssize_t at, bytes wanted) noexcept
    cdef inline int small(self, Py_ssize_t at) noexcept
    cdef Py_ssize_t run(self, Py_ssize_t at, int bits, Py_ssize_t most) noexcept
    cdef Py_ssize_t blank(self, Py_ssize_t at) noexcept
    cdef bint host_follows(self, Py_ssize_t at) except -1
    cdef object aloud(self, Py_ssize_t anchor, bint is_at)
    cdef bint is_begun(self, Py_ssize_t anchor) except -1
    cdef Py_ssize_t word_end(self, Py_ssize_t at) noexcept
    cdef object mark(self, Py_ssize_t anchor)
    cdef object dot_in_blanks(self, Py_ssize_t anchor)
    cdef bint follows_backslashes(self, Py_ssize_t anchor) except -1
    cdef object web_before(self, Py_ssize_t at)
    cdef object letters_in_brackets(self, Py_ssize_t anchor)
    cdef Py_ssize_t after_blank(self, Py_ssize_t end) except -1
    cdef bint is_colon(self, Py_ssize_t anchor) noexcept
    cdef object word_in_brackets(self, Py_ssize_t anchor)
    cdef bint is_local_part(self, Py_ssize_t end) noexcept
    cdef Py_ssize_t separator(self, Py_ssize_t at) except -1
    cdef object separated(self, Py_ssize_t at, Py_ssize_t end, bint is_plain)
    cdef object scheme_before(self, Py_ssize_t at)
    cdef object spaced(self, Py_ssize_t anchor)
