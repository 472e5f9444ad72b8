cdef class Windows:
    cpdef int restart(self) except? -1
    cpdef bint take(self, bytes chunk, bint final=*) except? -1


cdef class Links:
    cpdef int close(self, Rows found) except? -1
    cdef bint hides(self, long long number, bint foreign) noexcept


cdef class Regions:
    cpdef int assign(self, Rows found, Py_ssize_t begin, long long settled) except? -1


cdef class HeldRows(Rows):
    cpdef int fill(self, object markup, Rows texts, long long settled, bint final) except? -1
    cpdef Py_ssize_t finished(self, object markup, object bases, bint final) except? -1
    cpdef object next_page(self, object markup, Rows texts, object bases, long long settled, bint final, bint has_base)
    cpdef object page(self, Py_ssize_t count, object markup, Rows texts, bint has_base)
