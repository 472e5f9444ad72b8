cdef class Records:
    cdef object cell
    cdef bytes null, quotes, formulas
    cdef readonly list between
    cdef bytes codes                # of the values that follow those
    cdef list unwrapped_between     # and the same of a record that has a URI inside
    cdef bytes unwrapped_codes
    cdef Bytes out

    cdef list texts_of(self, Page page, Py_ssize_t row, object judged, dict known, bint unwrapped)
