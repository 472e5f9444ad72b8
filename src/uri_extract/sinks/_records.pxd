cdef class Records:
    cdef object cell
    cdef bytes null, quotes
    cdef bytes first, inside        # of a text: for each byte, 1 if the cell does not change it
    cdef bint changes               # it changes some characters of plain references
    cdef readonly list between
    cdef bytes codes                # of the values that follow those
    cdef Bytes out, constant        # of all records; of the texts between two values

    cdef list texts_of(self, Page page, Py_ssize_t row, object judged, bint plain)
    cdef bytes in_cell(self, object value)
    cdef bytes text_of(self, object run, object key, Page page, Py_ssize_t row, object judged)
    cdef bint is_own_cell(self, const unsigned char *data, Py_ssize_t size) noexcept
    cdef bint is_changed(self, Page page, Py_ssize_t row) except -1
