cdef class Shifts:
    cdef Py_ssize_t end(self, bytes chunk, Py_ssize_t at, Py_ssize_t stop) noexcept
