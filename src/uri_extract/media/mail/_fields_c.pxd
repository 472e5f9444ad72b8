# The types of _fields.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.media.mail cimport fields
from uri_extract.pages._bytes_c cimport find, next_byte


cdef class Fields:
    cdef readonly Py_ssize_t name
    cdef readonly Py_ssize_t name_end
    cdef readonly Py_ssize_t value
    cdef readonly Py_ssize_t stop
    cdef Py_ssize_t after
    cdef readonly int bits

    cpdef int next_field(
        self, bytes window, Py_ssize_t begin, Py_ssize_t end, bint every, bint described, bint final,
    ) except? -1


cpdef bint may_hold_scheme(bytes value) except -1
