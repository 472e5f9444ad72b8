# The types of _cells.py, for its compiled variant.

from uri_extract.pages cimport layout


cdef class Cells:
    cdef long long* data
    cdef readonly Py_ssize_t room

    cpdef Cells copy(self, Py_ssize_t begin, Py_ssize_t count, Py_ssize_t room)
    cpdef int put(self, Py_ssize_t at, Cells other, Py_ssize_t begin, Py_ssize_t count) except? -1
    cpdef bytes octets(self, Py_ssize_t count)
