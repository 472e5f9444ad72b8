cdef class JsonString:
    cdef readonly long long start
    cdef readonly bytes raw
    cdef readonly long long line
    cdef readonly long long line_start
