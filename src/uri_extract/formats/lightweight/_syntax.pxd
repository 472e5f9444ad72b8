# The types of _syntax.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract._compat._ascii cimport *
from uri_extract.rows._bytes_c cimport next_byte


cdef class Syntax:
    cdef readonly Py_ssize_t pos
    cdef readonly list links, cuts
    cdef readonly bytes window
    cdef readonly Py_ssize_t begun
    cdef object aside
    cdef bint final
    cdef Py_ssize_t at
