cdef class Regions:
    cpdef int assign(self, Rows found, Py_ssize_t begin, long long settled) except? -1
