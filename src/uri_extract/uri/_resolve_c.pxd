# Functions of _resolve.py that other compiled kernels call.

from uri_extract._ascii cimport *
from uri_extract.uri._syntax_c cimport buffer_of, read


cpdef str without_dot_segments(str text, Py_ssize_t start, Py_ssize_t end, bint rooted)
cdef bint may_have_dot_segments(str text, Py_ssize_t start, Py_ssize_t end) noexcept
