# The types of _targets.py, for its compiled variant.

cdef class Targets:
    cdef object bases
    cdef bint rooted
    cdef str base
    cdef str prefix                 # what precedes a path
    cdef str before                 # what precedes a relative path
    cdef str before_fragment

    cpdef str of(self, str reference, object bases)
    cdef int know(self, object bases) except? -1
