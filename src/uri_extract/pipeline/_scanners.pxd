cdef class Scanners:
    cdef object on_problem, options, base, charset, binary
    cdef dict used
    cdef bint holds_records

    cpdef tuple begin(self, object document)
    cdef object _of_binary(self, object base, object origin)
    cdef object _scanner(self, str media_type, object base, object charset, object origin, object part)
