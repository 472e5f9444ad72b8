cdef class Links(Names):
    cdef str part
