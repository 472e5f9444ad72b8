# The types of _codings.py, for its compiled variant.

from uri_extract.decode._quoted_printable_c cimport end_at, place_of


cdef class Coding:
    cpdef long long first(self, bytes kept, long long target) except? -1
    cpdef long long locate(self, bytes kept, long long at, long long done, long long target) except? -1
    cpdef long long end(self, bytes kept, long long at, long long done) except? -1
    cpdef bytes source(self, bytes output)


cdef class QuotedPrintableCoding(Coding):
    pass


cdef class BytewiseCoding(Coding):
    cdef str codec
    cdef str errors
