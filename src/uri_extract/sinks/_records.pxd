cdef class Records:
    cdef bytes first, inside  # of a text: for each byte, 1 if the cell does not change it
    cdef readonly list between
    cdef bytes codes  # of the values that follow those

    cdef list texts_of(self, Page page, Py_ssize_t row, object judged, bint plain)
    cdef bint is_own_cell(self, const unsigned char *data, Py_ssize_t size) noexcept
