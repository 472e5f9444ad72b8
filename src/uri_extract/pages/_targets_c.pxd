# The types of _targets.py, for its compiled variant.

from uri_extract._ascii cimport *


cdef class Targets:
    cdef object bases
    cdef bint rooted
    cdef bint networked             # the base is only a scheme
    cdef str base
    cdef str scheme                 # the text before an authority
    cdef str prefix                 # the text before a path
    cdef str before                 # the text before a relative path
    cdef str above                  # the text before a relative path, after its leading "../"
    cdef str before_fragment
    cdef Py_ssize_t cut

    cpdef str of(self, str reference, object bases)
    cdef object preceding(self, const unsigned char *data, Py_ssize_t begin, Py_ssize_t end, object bases)
    cdef int know(self, object bases) except? -1
