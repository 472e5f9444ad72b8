# The names of bytes in _refang.py, and the types of its functions, for its compiled variant.

from uri_extract._ascii cimport *


cdef Py_ssize_t word_end(bytes text, Py_ssize_t at) except? -1
