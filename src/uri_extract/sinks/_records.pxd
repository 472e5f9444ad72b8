cdef class Records:
    cdef object cell
    cdef bytes null, quotes
    cdef bytes first, inside        # of a text: for each byte, 1 if the cell does not change it
    cdef bint changes               # it changes some characters of plain references
    cdef readonly list between
    cdef bytes codes                # of the values that follow those
    cdef Bytes out, constant        # of all records; of the texts between two values

    cdef list texts_of(self, Page page, Py_ssize_t row, object judged, bint plain)
    cdef bint is_own_cell(self, const unsigned char *data, Py_ssize_t size) noexcept
    cdef bint is_changed(self, Page page, Py_ssize_t row) except -1


cdef class Run:
    cdef int source
    cdef list heads
    cdef dict texts
    cdef object last
    cdef bytes text                 # of the last source
