from uri_extract._compat._ascii cimport *
from uri_extract.decode._json_strings_c cimport decoded
from uri_extract.place._source_map_c cimport SourceMap, hex_value
from uri_extract.rows._bytes_c cimport Bytes, next_byte, part_of


cdef class FieldsDecoder:
    cdef readonly SourceMap map
    cdef Bytes output
    cdef bytes text
    cdef Py_ssize_t at

    cdef Py_ssize_t take(self, bytes chunk) except -1
    cdef bytes leave(self, Py_ssize_t end)
    cdef int copy(self, Py_ssize_t end) except? -1
    cdef Py_ssize_t replace(self, bytes text, Py_ssize_t at, Py_ssize_t end) except? -1


cdef class PropertiesDecoder(FieldsDecoder):
    cdef int line
    cdef bint continued
    cdef Py_ssize_t removed

    cdef Py_ssize_t escape(self, Py_ssize_t at) except? -1
    cdef bint is_unit(self, Py_ssize_t at) noexcept
    cdef Py_ssize_t write(self, bytes text, Py_ssize_t at, Py_ssize_t end) except? -1


cdef class CellsDecoder(FieldsDecoder):
    cdef int delimiter
    cdef bint begins, quoted

    cdef inline bint ends_cell(self, int byte) noexcept
    cdef Py_ssize_t next_cell(self, Py_ssize_t at, Py_ssize_t end) except? -1
