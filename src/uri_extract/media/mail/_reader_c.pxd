# The types of _reader.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.media.mail cimport parts
from uri_extract.media.mail._header_c cimport Header
from uri_extract.media.mail._parts_c cimport Message, Part, Source
from uri_extract.pages._bytes_c cimport find, part_of


cdef class Reader(Header):
    cdef bint too_deep
    cdef dict handlings
    cdef readonly object taker
    cdef Part text_part
    cdef readonly Source source
    cdef bint is_ascii
    cdef list open
    cdef dict boundaries
    cdef bint fresh
    cdef list chunks
    cdef readonly Py_ssize_t held

    cpdef object choose_handling(self, Part part)
    cpdef object body_begins(self, Part part)
    cpdef begin(self, str document)
    cpdef end(self)
    cpdef begin_message(self, Part part)
    cpdef take(self, bytes data, long long at, Py_ssize_t begin=*, Py_ssize_t end=*)
    cpdef end_message(self)
    cdef Py_ssize_t read(self, bytes data, Py_ssize_t pos, Py_ssize_t end, bint final) except? -1
    cpdef bint in_header(self, long long limit) except? -1
    cpdef nested_too_deep(self, Part part, str message)
    cdef begin_body(self, Part part)
    cpdef object handling_of(self, Part part)
    cdef end_body(self)
    cdef pass_on(self, bytes data, Py_ssize_t begin, Py_ssize_t end)
    cdef pass_on_piece(self, bytes data, Py_ssize_t begin, Py_ssize_t end, long long at)
    cdef Py_ssize_t content(self, bytes data, Py_ssize_t pos, Py_ssize_t end, bint final) except? -1
    cdef opened(self, Part part, bytes boundary)
    cdef close(self, Py_ssize_t depth, bint closes, bytes data, Py_ssize_t pos)
    cdef Py_ssize_t tail(self, bytes data, Py_ssize_t pos, Py_ssize_t end) except? -1
