# The types of _bodies.py, for its compiled variant.

from uri_extract.media.mail cimport parts
from uri_extract.media.mail._part_map_c cimport PartMap
from uri_extract.media.mail._parts_c cimport Part, Source
from uri_extract.media.mail._stream_c cimport Texts


cdef class Body:
    cdef readonly object decoder
    cdef bytes last
    cdef long long last_at

    cpdef take(self, bytes window, Py_ssize_t begin, Py_ssize_t end, long long at)
    cpdef close(self)
    cpdef read(self, bytes text, bint final)


cdef class TextBody(Body):
    cdef Texts texts
    cdef bint refang
    cdef Part part
    cdef object handling
    cdef object outer
    cdef Source source
    cdef bytes beginning
    cdef list inner

    cdef list begin(self, bytes text, bint final)
