# The types of _gzip.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract.sources._budget_c cimport Budget
from uri_extract.sources._byte_stream_c cimport ByteStream

cpdef Py_ssize_t member_end(bytes window, Py_ssize_t begin, Py_ssize_t since) except? -2


cdef class WholeMembers:
    cdef ByteStream stream
    cdef Budget budget
    cdef object new
    cdef tuple errors
    cdef readonly long long start
    cdef public long long made
    cdef public long long before
    cdef long long tried

    cdef object _member(self, bytes window, Py_ssize_t begin, Py_ssize_t end)
    cdef object _across(self)
    cpdef bytes read(self)
