# What others call of _kernel.py, compiled.

cpdef object split(object text, object rule=*, object edition=*)
cpdef int is_plain(object reference) except? -1
