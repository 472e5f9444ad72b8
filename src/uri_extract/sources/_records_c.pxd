# The types of _records.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract._ascii cimport DIGIT_0, DIGIT_9
from uri_extract.sources._budget_c cimport Budget
from uri_extract.sources._byte_stream_c cimport ByteStream
from uri_extract.sources._documents_c cimport record_of
from uri_extract.sources._gzip_c cimport WholeMembers
from uri_extract.sources._headers_c cimport is_http, octets_of, whole_record
from uri_extract.uri._kernel_c cimport is_uri
from uri_extract.uri._syntax_c cimport octets

cpdef long long place_of(ByteStream stream, long long first) except? -2


cdef class Names:
    cdef str prefix
    cdef readonly bint by_offset
    cdef readonly long long number
    cdef long long place
    cdef long long beside

    cpdef str next(self, long long place)
