cdef class Names:
    cdef bytes name(self, Py_ssize_t at)
    cdef dict values(self, Py_ssize_t first, Py_ssize_t after)
    cdef str value(self, Py_ssize_t start, Py_ssize_t end)


cdef list pieces_of(bytes run, long long place, int version, object element)


cdef class Links(Names):
    cdef str part
