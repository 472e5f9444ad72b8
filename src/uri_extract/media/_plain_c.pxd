# The types of _plain.py, for its compiled variant.

cdef class Lines:
    cdef public long long number    # of the last line
    cdef public long long start     # where it begins in the document
    cdef public long long counted   # line feeds are counted up to there

    cpdef count_to(self, bytes window, long long offset, Py_ssize_t to)


cdef object made(tuple fields)
