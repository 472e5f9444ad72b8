cdef class Flowed:
    cdef bint joins(
        self, bytes text, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t marks, Py_ssize_t after,
    ) except? -1
