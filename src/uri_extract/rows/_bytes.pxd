cdef class Bytes:
    cdef char *data  # of parts, if compiled

    cdef bytes all(self)
    cdef bytearray take(self)
    cdef bytes part(self, Py_ssize_t at, Py_ssize_t size)


cdef Py_ssize_t next_byte(bytes text, int byte, Py_ssize_t begin, Py_ssize_t end) noexcept
cpdef Py_ssize_t find(bytes window, bytes needle, Py_ssize_t begin, Py_ssize_t end) noexcept
cpdef Py_ssize_t first_of(bytes text, tuple marks, Py_ssize_t begin, Py_ssize_t end) except? -2
cdef bytes part_of(bytes text, Py_ssize_t begin, Py_ssize_t end)
