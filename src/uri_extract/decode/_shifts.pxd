cdef class Shifts:
    cdef Py_ssize_t begin(self, bytes chunk, Py_ssize_t at, Py_ssize_t size) noexcept
    cdef Py_ssize_t end(self, bytes chunk, Py_ssize_t at, Py_ssize_t stop) noexcept
    cdef Py_ssize_t signs_end(
        self, bytes chunk, Py_ssize_t at, Py_ssize_t size, SourceMap places, Bytes out,
    ) except? -1
    cdef bint is_read(
        self, bytes chunk, Py_ssize_t at, Py_ssize_t after, SourceMap places, Bytes out,
    ) except? -1


cdef bint is_utf16(bytes chunk, Py_ssize_t at, Py_ssize_t end) noexcept
