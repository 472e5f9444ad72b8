cdef const unsigned char* octets(object text) noexcept
cdef bytearray buffer_of(str text)
cdef bint scan(const unsigned char *data, Py_ssize_t end, Py_ssize_t* row) noexcept


cdef class Reference:
    cdef str _text


cpdef bint is_uri(object text) except? -1
cpdef object split(object text, object rule=*, object edition=*)
cpdef object parts_of(object text)
cdef str exact(object text)
cpdef int is_plain(object reference) except? -1
cpdef int signs_of(object reference) except? -2
cpdef str without_dot_segments(str text, Py_ssize_t start, Py_ssize_t end, bint rooted)
cdef bint may_have_dot_segments(str text, Py_ssize_t start, Py_ssize_t end) noexcept
cpdef bytes decoded(bytes octets)
cpdef str numeric_ipv4(str host)
cpdef str mapped(object iri)
cpdef str plain_uri(object iri)
cpdef bint may_be_unseen(object iri) except? -1
cpdef str with_ascii_host(object uri)
cpdef object server_of(object reference)
cpdef object settled(object reference, bint is_iri)
