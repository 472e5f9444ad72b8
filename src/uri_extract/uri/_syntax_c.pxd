# Functions of _syntax.py that other compiled kernels call.

from uri_extract._ascii cimport *
from uri_extract.uri cimport characters


cdef const unsigned char* octets(object text) noexcept
cdef bytearray buffer_of(str text)
cdef int read(object text, Py_ssize_t* row) except? -1
cdef bint scan(const unsigned char *data, Py_ssize_t end, Py_ssize_t* row) noexcept
