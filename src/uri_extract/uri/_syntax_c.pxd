# What others call of _syntax.py, compiled.

cdef int read(object text, Py_ssize_t* row) except? -1
