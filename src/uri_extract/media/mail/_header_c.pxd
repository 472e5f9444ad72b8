# The types of _header.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.media.mail cimport fields, parts
from uri_extract.media.mail._fields_c cimport Fields, may_hold_scheme
from uri_extract.media.mail._part_map_c cimport PartMap
from uri_extract.media.mail._parts_c cimport Message, Part, Source
from uri_extract.media.mail._stream_c cimport Texts
from uri_extract.pages._bytes_c cimport find
from uri_extract.pages._line_counter_c cimport LineCounter


cdef class Header(Fields):
    cdef bint every
    cdef bint described
    cdef readonly object output
    cdef Texts texts
    cdef object base
    cdef bint headers
    cdef bint refang
    cdef readonly object outer
    cdef Part part
    cdef int state
    cdef bint waits
    cdef readonly long long begun
    cdef long long header_size
    cdef readonly LineCounter feeds
    cdef long long shift
    cdef list cuts

    cpdef bint take_reference(self, Part part, bytes window) except? -1
    cpdef problem(self, Part part, long long at, str kind, str message)
    cpdef long long line(self, bytes window, Py_ssize_t i) except? -1
    cpdef long long place(self, Py_ssize_t i) except? -1
    cdef header_over(self, Part part, bytes data, Py_ssize_t pos)
    cdef header_begins(self, Part part)
    cdef Py_ssize_t header(self, bytes data, Py_ssize_t pos, Py_ssize_t end, bint final) except? -1
    cdef add_field(self, Part part, int kind, bytes data)
    cdef add_lines(
        self, bytes data, Py_ssize_t begin, Py_ssize_t value, Py_ssize_t stop, Source source, long long line,
    )
    cdef add_text(self, bytes data, Py_ssize_t begin, Py_ssize_t end, Source source, object lines)
    cdef too_long(self, Part part, bytes data, Py_ssize_t name)
    cdef Py_ssize_t long_field(self, bytes data, Py_ssize_t pos, Py_ssize_t end, bint final) except? -1
    cdef store_field(self, Part part, int kind, bytes data)
