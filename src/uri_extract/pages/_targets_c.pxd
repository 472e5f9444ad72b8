# The types of _targets.py, for its compiled variant.

from uri_extract._ascii cimport *


cdef class Targets:
    cdef object bases
    cdef bint rooted
    cdef bint networked             # the base is a scheme
    cdef str base
    cdef str scheme                 # what precedes an authority
    cdef str prefix                 # what precedes a path
    cdef str before                 # what precedes a relative path
    cdef str above                  # what precedes the rest of one that begins with "../"
    cdef str before_fragment
    cdef Py_ssize_t cut

    cpdef str of(self, str reference, object bases)
    cdef object preceding(self, const unsigned char *data, Py_ssize_t begin, Py_ssize_t end, object bases)
    cdef int know(self, object bases) except? -1
