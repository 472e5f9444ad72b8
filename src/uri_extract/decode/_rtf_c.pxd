# The types of _rtf.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.decode._quoted_printable_c cimport hex_value
from uri_extract.decode._source_map_c cimport SourceMap
from uri_extract.pages._bytes_c cimport Bytes, part_of


cdef class RtfDecoder:
    cdef readonly SourceMap map
    cdef Bytes out
    cdef bytes source
    cdef Py_ssize_t passed
    cdef Py_ssize_t inside
    cdef bytes skipped
    cdef bytes held
    cdef int recognised
    cdef long long binary
    cdef long long fallback
    cdef long long font
    cdef int destination
    cdef long long[::1] groups
    cdef Py_ssize_t depth
    cdef Py_ssize_t known
    cdef bint begins
    cdef bint may_be_unknown
    cdef long long left
    cdef int high
    cdef object pending
    cdef object page
    cdef object code_page
    cdef dict fonts
    cdef long long declared
    cdef long long default_font

    cdef Py_ssize_t read(self, bint final) except? -1
    cdef Py_ssize_t control(self, const unsigned char *data, Py_ssize_t at, Py_ssize_t end) except? -1
    cdef int brace(self, bint opens, Py_ssize_t end) except? -1
    cdef int word(self, bytes word, long long number, Py_ssize_t begin, Py_ssize_t end) except? -1
    cdef int declare_font(self, bytes word, long long number) except? -1
    cdef int character(self, long long number, Py_ssize_t begin, Py_ssize_t end) except? -1
    cdef int octet(self, int value, Py_ssize_t begin, Py_ssize_t end) except? -1
    cdef int copy(self, Py_ssize_t begin, Py_ssize_t end) except? -1
    cdef int write(self, bytes text, Py_ssize_t begin, Py_ssize_t end) except? -1
    cdef int pass_over(self, Py_ssize_t end) except? -1
