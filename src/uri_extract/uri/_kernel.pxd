cdef const unsigned char* octets(object text) noexcept


cdef class Reference:
    cdef str _text


cpdef bint is_uri(object text) except? -1
cpdef int is_plain(object reference) except? -1
cdef bint may_have_dot_segments(str text, Py_ssize_t start, Py_ssize_t end) noexcept
cpdef str with_ascii_host(object uri)
