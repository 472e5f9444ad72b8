# The types of _usual.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.scan._scheme_finder_c cimport SchemeFinder


cdef class UsualReference(SchemeFinder):
    cdef Py_ssize_t usual_end(self, Py_ssize_t colon) noexcept
