# The types of _names.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract.media.markup cimport rows
from uri_extract.media.office cimport vocabulary as roles
from uri_extract.media.xml cimport names


cdef class Names:
    cdef readonly bytes window
    cdef long long offset
    cdef long long[::1] table
    cdef dict roles
    cdef bint is_opc
    cdef list names
    cdef list elements
    cdef list shown
    cdef list local
    cdef list attributes
    cdef set prefixes

    cdef int take(self, bytes window, long long offset, long long[::1] table) except? -1
    cdef bytes name(self, Py_ssize_t at)
    cdef int role_of(self, bytes name) except? -1
    cdef int kind_of(self, bytes name) except? -1
    cdef dict values(self, Py_ssize_t first, Py_ssize_t after)
    cdef str value(self, Py_ssize_t start, Py_ssize_t end)
    cdef str value_of(self, dict values, str name)
    cdef int declare(self, Py_ssize_t first, Py_ssize_t after) except? -1
