# The types of _quoted_printable.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.pages._bytes_c cimport next_byte


cdef int hex_value(int byte) noexcept
cpdef Py_ssize_t place_of(bytes kept, Py_ssize_t at, Py_ssize_t done, Py_ssize_t target) noexcept
cpdef Py_ssize_t end_at(bytes kept, Py_ssize_t at) noexcept
