# The types of _properties.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.decode._json_strings_c cimport decoded
from uri_extract.decode._source_map_c cimport SourceMap, hex_value
from uri_extract.pages._bytes_c cimport Bytes, part_of


cdef class PropertiesDecoder:
    cdef readonly SourceMap map
    cdef Bytes output
    cdef bytes text
    cdef Py_ssize_t at
    cdef int line
    cdef bint continued
    cdef Py_ssize_t removed

    cdef Py_ssize_t escape(self, Py_ssize_t at) except? -1
    cdef bint is_unit(self, Py_ssize_t at) noexcept
    cdef int copy(self, Py_ssize_t end) except? -1
    cdef Py_ssize_t write(self, bytes text, Py_ssize_t at, Py_ssize_t end) except? -1
