cdef class Scanners:
    cpdef tuple begin(self, object document)
    cdef object _scanner(self, str media_type, object base, object charset, object origin, object part)
