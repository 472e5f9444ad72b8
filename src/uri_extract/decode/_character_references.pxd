cdef class DecodedValue:
    # Replacements, two numbers each: the end and the size in the text; the end in the source. None if there were none.
    cdef Bytes replaced

    cdef inline Py_ssize_t noted(self, Py_ssize_t number) noexcept
    cpdef Py_ssize_t place_of_end(self, Py_ssize_t end) except? -1
