cdef class Source:
    cdef int cell  # where that is in a row
    cdef int shift
    cdef long long mask
