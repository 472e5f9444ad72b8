# The types of _messages.py, for its compiled variant.

from uri_extract.media.mail._parts_c cimport Part
from uri_extract.media.mail._reader_c cimport Reader


cdef class Messages:
    cdef readonly Reader reader
    cdef object base
    cdef object ended
    cdef Part around

    cpdef begin(self, str document)
    cpdef take(self, bytes data, long long at, Py_ssize_t begin=*, Py_ssize_t end=*)
    cpdef end(self)
    cpdef text(self, bytes data, long long at, Py_ssize_t begin=*, Py_ssize_t end=*)
