cdef class Tally:
    cpdef tuple begin(self, object document)
    cpdef int count_consumed(self) except? -1
    cpdef int end_input(self) except? -1
    cpdef list ends_of_parts(self, Page page, Py_ssize_t rows, long long size)
    cpdef bint hold(self, Page page) except? -1
    cpdef int take(self, object encoded, long long found) except? -1
    cpdef bint is_due(self) except? -1
    cdef Page without(self, Page page, bint names, bint relative)
