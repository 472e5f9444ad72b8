# Types and functions of _kernel.py that other compiled kernels use.

from uri_extract._ascii cimport *
from uri_extract.uri cimport signs
from uri_extract.uri._syntax_c cimport octets, read, scan


cdef class Reference:
    cdef str _text

cpdef bint is_uri(object text) except? -1
cpdef object split(object text, object rule=*, object edition=*)
cpdef object parts_of(object text)
cdef str exact(object text)
cpdef int is_plain(object reference) except? -1
cpdef int signs_of(object reference) except? -2
cdef int is_plain_at(const unsigned char *data, Py_ssize_t size, bint hazards) except? -1
