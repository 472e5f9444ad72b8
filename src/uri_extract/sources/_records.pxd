cpdef bint begins_message(bytes window, Py_ssize_t begin, Py_ssize_t end)
cpdef bint is_http(str media_type)
cpdef long long length_of(str text)
cpdef object whole_record(bytes member, object names, Py_ssize_t most, object http_names, Py_ssize_t http_most)
cdef bytes octets_of(bytes window, Py_ssize_t begin, Py_ssize_t end)

cpdef long long place_of(ByteStream stream, long long first) except? -2


cdef class Names:
    cpdef str next(self, long long place)
