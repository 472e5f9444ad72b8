cdef class FieldsDecoder:
    cdef Py_ssize_t take(self, bytes chunk) except -1
    cdef bytes leave(self, Py_ssize_t end)


cdef class PropertiesDecoder(FieldsDecoder):
    cdef bint is_unit(self, Py_ssize_t at) noexcept


cdef class CellsDecoder(FieldsDecoder):
    cdef inline bint ends_cell(self, int byte) noexcept
