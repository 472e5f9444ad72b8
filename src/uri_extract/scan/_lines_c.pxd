# The types of _lines.py, for its compiled variant.

cdef class Lines:
    cdef bytes window
    cdef const unsigned char *data
    cdef const unsigned char *flags
    cdef Py_ssize_t size        # bytes in the window
    cdef Py_ssize_t start       # of the candidate
    cdef Py_ssize_t line        # where its line begins; -1: too far before it, -2: nobody asked yet
    cdef int depth              # reply marks before it
    cdef Py_ssize_t sign        # a comment sign behind them, and where that ends
    cdef Py_ssize_t sign_end
    cdef bint broke
    cdef public bint need
    cdef public long long examined

    cdef int peek(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t blanks(self, Py_ssize_t i) noexcept
    cdef void read_line(self) noexcept
    cdef Py_ssize_t gap(self, Py_ssize_t i, bint enclosed) noexcept
    cdef bint comment(self) noexcept
    cdef bint bullet(self) noexcept
    cdef Py_ssize_t page_break(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t footer_end(self, Py_ssize_t i) noexcept
