# The types of _rtf.py, for its compiled variant.

from uri_extract._compat._ascii cimport *
from uri_extract.place._source_map_c cimport SourceMap, hex_value
from uri_extract.rows._bytes_c cimport Bytes, part_of


cdef class RtfDecoder:
    cdef readonly SourceMap map
    cdef Bytes out
    cdef bytes source
    cdef Py_ssize_t passed, inside
    cdef bytes skipped, held
    cdef int recognised
    cdef readonly bint is_html
    cdef long long binary, fallback, font
    cdef int destination
    cdef long long[::1] groups
    cdef Py_ssize_t depth, known
    cdef bint begins, may_be_unknown
    cdef long long left
    cdef int high
    cdef object pending, page, code_page
    cdef dict fonts
    cdef long long declared, default_font
    cdef readonly object results
    cdef long long separated

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
