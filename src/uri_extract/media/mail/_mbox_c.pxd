# The types of _mbox.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.media.mail cimport digest
from uri_extract.media.mail._reader_c cimport Reader
from uri_extract.media.mail._splitter_c cimport EnvelopeSplitter, Needle
from uri_extract.pages._bytes_c cimport find


cdef class Mbox(EnvelopeSplitter):
    cdef Needle lines
    cdef Needle quoted
    cdef Needle hyphens
    cdef long long header
    cdef long long looked
    cdef long long claimed
    cdef long long believed
    cdef object digest
    cdef bint may_be_digest
    cdef bytes head

    cdef bint start_messages(self) except? -1
    cdef message_after(self, long long at)
    cdef message(self, long long at, str name)
    cdef bint in_header(self, long long line) except? -1
    cdef bint body(self, long long place) except? -1
    cdef bint from_line(self, long long place) except? -1
    cdef bint quote(self, long long place) except? -1
    cdef bint boundary(self, long long place) except? -1
    cdef bint hold(self, long long at) except? -1
    cdef bint separates(self, long long at, bint after_empty) except? -1
    cdef bint after_empty(self, long long at) except? -1
    cdef bint ends(self, long long at) except? -1
