# The types of _source_map.py, for its compiled variant.

from uri_extract.decode._codings_c cimport Coding
from uri_extract.decode._segments_c cimport Segments
from uri_extract.pages._bytes_c cimport Bytes


cdef class SourceMap:
    cdef readonly bint is_text
    cdef bint keep
    cdef public long long size
    cdef public long long taken
    cdef public Segments segments
    cdef public long long shift
    cdef long long dropped
    cdef readonly tuple last
    cdef Py_ssize_t number
    cdef long long at
    cdef long long done

    cpdef copied(self, long long size)
    cpdef replaced(self, long long size, bytes source)
    cpdef encoded(self, long long size, long long source_size, bytes kept, object coding)
    cpdef jump(self, long long source)
    cdef int add(self, long long size, long long source_size, object part) except? -1
    cpdef long long place(self, long long position) except? -1
    cdef long long copied_place(self, long long position, Py_ssize_t number) except? -1
    cpdef long long end_of(self, long long end, long long place) except? -1
    cpdef long long forget(self, long long position) except? -1
    cdef int drop(self, long long position) except? -1
