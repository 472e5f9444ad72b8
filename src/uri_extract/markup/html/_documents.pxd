cdef class Fragments:
    cpdef bint take(self, bytes text, object bases) except? -1
    cpdef Rows found(self, bytes whole=*)
