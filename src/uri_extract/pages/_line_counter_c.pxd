# The types of _line_counter.py, for its compiled variant.

from uri_extract._ascii cimport *


cdef class LineCounter:
    cdef public long long number    # of the last line that began
    cdef public long long start     # its offset in the document
    cdef public long long counted   # the offset up to which line feeds are counted

    cpdef int count_to(self, bytes window, long long offset, Py_ssize_t to) except? -1


cdef class LineStarts:
    cdef Py_ssize_t size
    cdef readonly object starts
    cdef Py_ssize_t number
