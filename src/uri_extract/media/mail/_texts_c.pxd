# The types of _texts.py, for its compiled variant.

from uri_extract.media.mail._parts_c cimport Source


cdef class Texts:
    cdef public list starts
    cdef public list segments
    cdef public list texts
    cdef public long long size

    cpdef int separate(self, Py_ssize_t blank=*) except? -1
    cpdef int add(self, bytes text, long long base, Source source, object lines=*) except? -1
    cpdef int add_map(self, object way, Source source, object lines=*) except? -1
    cpdef int add_text(self, bytes text) except? -1
