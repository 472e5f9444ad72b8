# What others call of _kernel.py, compiled.

cdef class Reference:
    cdef str _text

cpdef object split(object text, object rule=*, object edition=*)
cpdef object parts_of(object text)
cdef str exact(object text)
cpdef int is_plain(object reference) except? -1
