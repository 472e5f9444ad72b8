cdef class Blocks:
    cdef readonly object neutral
    cdef object stack  # the open containers: the indentation that a list item needs, 0 for a block quote

    cdef Py_ssize_t blanks(self, Py_ssize_t i, Py_ssize_t end) noexcept
    cpdef int restart(self) except? -1
    cpdef int load(self, bytes window, Py_ssize_t start, bint final) except? -1
    cpdef bint scan(self) except? -1
