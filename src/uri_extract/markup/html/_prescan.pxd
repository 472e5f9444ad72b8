cdef Py_ssize_t after_attributes(bytes data, Py_ssize_t at, object attributes) except? -2
cdef Py_ssize_t end_tag(bytes data, Py_ssize_t at, bytes name) except? -2
cpdef bint has_meta(bytes data) noexcept
