cdef class Local:
    cpdef take_names(self, bytes names)
