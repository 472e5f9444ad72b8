cdef class FieldsDecoder:
    cdef readonly SourceMap map
    cdef Bytes output
    cdef bytes text
    cdef Py_ssize_t at

    cdef Py_ssize_t take(self, bytes chunk) except -1
    cdef bytes leave(self, Py_ssize_t end)


cdef class PropertiesDecoder(FieldsDecoder):
    cdef int line
    cdef bint continued
    cdef Py_ssize_t removed

    cdef bint is_unit(self, Py_ssize_t at) noexcept


cdef class CellsDecoder(FieldsDecoder):
    cdef int delimiter
    cdef bint begins, quoted

    cdef inline bint ends_cell(self, int byte) noexcept
