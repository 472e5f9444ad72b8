# The names of bytes in _headers.py, and what other kernels call of it, compiled.

from uri_extract._ascii cimport *

cpdef bint begins_message(bytes window, Py_ssize_t begin, Py_ssize_t end)
cpdef bint is_http(str media_type)
cpdef long long length_of(str text)
cpdef object whole_record(bytes member, object names, Py_ssize_t most, object http_names, Py_ssize_t http_most)
cdef bytes octets_of(bytes window, Py_ssize_t begin, Py_ssize_t end)
