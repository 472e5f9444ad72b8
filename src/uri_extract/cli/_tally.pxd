cdef class Tally:
    cpdef int count_consumed(self) except? -1
    cpdef list ends_of_parts(self, Page page, Py_ssize_t rows, long long size)
