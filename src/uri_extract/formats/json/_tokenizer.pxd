cdef class JsonTokenizer:
    cpdef Py_ssize_t read(self, bytes window, long long offset, bint final) except? -1


cpdef Py_ssize_t add_plain(
    Rows found, JsonString string, object bases, object origin, long long delimiter, object element, object attribute
) except? -2
