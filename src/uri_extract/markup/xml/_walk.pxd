cdef class Scopes:
    cpdef bint is_full(self) noexcept
    cpdef bint enter_known(self, object name, Environment environment) except? -1
    cpdef tuple so_far(self, object bases)


cdef class Elements:
    cpdef begin_window(self, bytes window, long long[::1] table, long long offset)


cdef bint span_is_ascii(bytes source, Py_ssize_t begin, Py_ssize_t end) noexcept


cdef class EscapedHtml:
    cdef object own

    cpdef bint take(self, Content content, long long end, object bases) except? -1


cdef class Walker:
    cdef const unsigned char *data

    cdef inline bint holds(self, int byte, Py_ssize_t start, Py_ssize_t end) noexcept
