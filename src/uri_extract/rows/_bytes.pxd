cdef class Bytes:
    cdef char *data  # of parts, if compiled


cdef Py_ssize_t next_byte(bytes text, int byte, Py_ssize_t begin, Py_ssize_t end) noexcept
cpdef Py_ssize_t find(bytes window, bytes needle, Py_ssize_t begin, Py_ssize_t end) noexcept
