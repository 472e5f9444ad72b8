# What others call of _kernel.py, compiled.

cpdef int is_plain(object text) except? -1
cdef int is_plain_at(const unsigned char *data, Py_ssize_t size) except? -1
