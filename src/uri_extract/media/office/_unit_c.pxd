# The types of _unit.py, for its compiled variant.

from uri_extract.media.office cimport vocabulary as roles


cdef class Piece:
    cdef bytes text
    cdef long long place
    cdef long long size
    cdef int version
    cdef object element


cdef list pieces_of(bytes run, long long place, int version, object element)


cdef class JoinedText:
    cdef list pieces
    cdef list starts  # of the pieces, in the text
    cdef readonly bytes text

    cdef Py_ssize_t at(self, Py_ssize_t position) except? -1


cdef class Reference:
    cdef readonly long long start
    cdef readonly long long end
    cdef readonly str text
    cdef readonly long long delimiter
    cdef readonly str element
    cdef readonly object attribute
    cdef readonly object rel
    cdef readonly list shown
    cdef public bint partial


cdef class Unit:
    cdef readonly long long start
    cdef readonly bint is_open
    cdef list pieces
    cdef readonly list references
    cdef bint deleted  # some text was deleted

    cdef int begin(self, long long start) except? -1
    cdef int separate(self, long long place) except? -1
    cdef int add(self, Piece added) except? -1
