from uri_extract cimport limits
from uri_extract._compat._ascii cimport *, DIGIT_0, DIGIT_9
from uri_extract.decode._header_values_c cimport date_of
from uri_extract.sources._streams_c cimport Budget, ByteStream, WholeMembers
from uri_extract.sources._documents_c cimport record_of
from uri_extract.uri._kernel_c cimport is_uri, octets

cpdef bint begins_message(bytes window, Py_ssize_t begin, Py_ssize_t end)
cpdef bint is_http(str media_type)
cpdef long long length_of(str text)
cpdef object whole_record(bytes member, object names, Py_ssize_t most, object http_names, Py_ssize_t http_most)
cdef bytes octets_of(bytes window, Py_ssize_t begin, Py_ssize_t end)

cpdef long long place_of(ByteStream stream, long long first) except? -2


cdef class Names:
    cdef str prefix
    cdef readonly bint by_offset
    cdef readonly long long number
    cdef long long place, beside

    cpdef str next(self, long long place)
