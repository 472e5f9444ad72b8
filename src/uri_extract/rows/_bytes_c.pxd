cdef class Bytes:
    cdef bytearray parts
    cdef char* data                 # of parts, if compiled
    cdef Py_ssize_t size, room
    cdef Py_ssize_t expected        # the likely number of bytes after take()

    cdef int grow(self, Py_ssize_t by) except? -1
    cdef int clear(self) except? -1
    cdef int reset(self) except? -1
    cdef Py_ssize_t put(self, str text) except? -1
    cdef int copy(self, bytes source, Py_ssize_t at, Py_ssize_t size) except? -1
    cdef int octet(self, int value) except? -1
    cdef int word(self, int value) except? -1
    cdef int fill(self, int value, Py_ssize_t count) except? -1
    cdef int fill_words(self, int value, Py_ssize_t count) except? -1
    cdef int longs(self, long long *values, Py_ssize_t begin, Py_ssize_t step, Py_ssize_t count) except? -1
    cdef int number(self, long long value) except? -1
    cdef bytes all(self)
    cdef bytearray take(self)
    cdef bytes part(self, Py_ssize_t at, Py_ssize_t size)


cdef Py_ssize_t next_byte(bytes text, int byte, Py_ssize_t begin, Py_ssize_t end) noexcept
cpdef Py_ssize_t find(bytes window, bytes needle, Py_ssize_t begin, Py_ssize_t end) noexcept
cpdef Py_ssize_t first_of(bytes text, tuple marks, Py_ssize_t begin, Py_ssize_t end) except? -2
cdef bytes part_of(bytes text, Py_ssize_t begin, Py_ssize_t end)
