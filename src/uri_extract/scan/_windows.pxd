cdef class Windows:
    cdef bint lent
    cdef readonly object kernel
    cdef readonly bint decides
    cdef readonly bytes window
    cdef readonly long long offset
    cdef readonly bint is_seam
    cdef readonly long long decided
    cdef long long low      # where the last reference ended
    cdef bytes kept         # the bytes kept before the next chunk; they begin at `begin`
    cdef long long begin
    cdef list chunks
    cdef long long held, wanted

    cpdef int restart(self) except? -1
    cpdef int take_whole(self, bytes document) except? -1
