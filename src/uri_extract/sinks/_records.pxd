cdef class Records:
    cdef bytes first, inside  # of a text: for each byte, 1 if the cell does not change it
    cdef readonly list between
    cdef bytes codes  # of the values that follow those
