cdef const unsigned char* octets(object text) noexcept
cdef bytearray buffer_of(str text)
cdef bint scan(const unsigned char *data, Py_ssize_t end, Py_ssize_t* row) noexcept


cdef class Reference:
    cdef str _text


cpdef bint is_uri(object text) except? -1
cdef str exact(object text)
cpdef int is_plain(object reference) except? -1
cpdef int signs_of(object reference) except? -2
cdef bint may_have_dot_segments(str text, Py_ssize_t start, Py_ssize_t end) noexcept
cpdef str mapped(object iri)
cpdef bint may_be_unseen(object iri) except? -1
cpdef str with_ascii_host(object uri)
