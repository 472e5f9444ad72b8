from uri_extract._compat._ascii cimport *
from uri_extract.place._source_map_c cimport SourceMap
from uri_extract.rows._bytes_c cimport Bytes, next_byte


cdef class Flowed:
    cdef readonly SourceMap map
    cdef bint delsp
    cdef bytes held, line

    cdef bint joins(
        self, bytes text, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t marks, Py_ssize_t after,
    ) except? -1
