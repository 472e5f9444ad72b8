# What others call of _kernel.py, compiled.

cpdef int is_plain(object text) except? -1
