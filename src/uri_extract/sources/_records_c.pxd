# The types of _records.py, for its compiled variant.

from uri_extract.sources._byte_stream_c cimport ByteStream

cpdef long long place_of(ByteStream stream, long long first) except? -2


cdef class Names:
    cdef str prefix
    cdef readonly bint by_offset
    cdef readonly long long number
    cdef long long place
    cdef long long beside

    cpdef str next(self, long long place)
