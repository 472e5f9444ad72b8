cdef class Fragments:
    cdef readonly Py_ssize_t size

    cpdef bint take(self, bytes text, object bases) except? -1
    cpdef Rows found(self)
