# The types of _plain.py, for its compiled variant.

cdef class Lines:
    cdef public long long number    # of the last line
    cdef public long long start     # where it begins in the document
    cdef public long long counted   # line feeds are counted up to there

    cpdef count_to(self, bytes window, long long offset, Py_ssize_t to)


cdef class Targets:
    cdef object bases
    cdef bint rooted
    cdef bint plain                 # the directory of the base needs no work
    cdef str base
    cdef str prefix                 # what stands before a path
    cdef str before                 # what stands before a relative path
    cdef str before_fragment

    cpdef str of(self, str reference, object bases)
    cdef int know(self, object bases) except? -1


cdef object made(tuple fields)
cdef object made_plain(
    object reference, object raw, long long start, long long end, long long line, long long column, object document,
    object delimiter, object kind, object bases, object element, object attribute, object mail,
)
