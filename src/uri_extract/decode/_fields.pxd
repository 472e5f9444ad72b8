cdef class FieldsDecoder:
    cdef Py_ssize_t take(self, bytes chunk) except -1


cdef class CellsDecoder(FieldsDecoder):
    cdef inline bint ends_cell(self, int byte) noexcept
