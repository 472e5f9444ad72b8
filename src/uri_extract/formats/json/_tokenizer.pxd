cdef class JsonTokenizer:
    cpdef Py_ssize_t read(self, bytes window, long long offset, bint final) except? -1
    cdef Py_ssize_t string(self, bytes window, Py_ssize_t begin, long long offset, bint final) except? -2
    cdef Py_ssize_t too_long(self, Py_ssize_t begin, long long offset) except? -2


cpdef Py_ssize_t add_plain(
    Rows found, JsonString string, object bases, object origin, long long delimiter, object element, object attribute
) except? -2
