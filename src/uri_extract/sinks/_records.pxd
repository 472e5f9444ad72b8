cdef class Run:
    cdef int source
    cdef list heads
    cdef dict texts
    cdef object last
    cdef bytes text                 # of the last source

    cdef int write(self, Bytes out, object cell, object key, Page page, Py_ssize_t row, object judged) except? -1


cdef class Records:
    cdef object cell
    cdef bytes null, quotes, formulas
    cdef readonly list between
    cdef bytes codes                # of the values that follow those
    cdef list unwrapped_between     # and the same of a record that has a URI inside
    cdef bytes unwrapped_codes
    cdef Bytes out, constant        # of all records; of the texts between two values

    cdef list texts_of(self, Page page, Py_ssize_t row, object judged, bint plain, bint unwrapped)
