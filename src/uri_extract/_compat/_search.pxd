from libc.string cimport memchr


cdef inline Py_ssize_t next_place(const unsigned char *data, int byte, Py_ssize_t at, Py_ssize_t end) noexcept:
    cdef const unsigned char *place = <const unsigned char *>memchr(data + at, byte, end - at) if at < end else NULL
    return place - data if place != NULL else end


cdef inline bint occurs(const unsigned char *data, int byte, Py_ssize_t at, Py_ssize_t end) noexcept:
    return at < end and memchr(data + at, byte, end - at) != NULL
