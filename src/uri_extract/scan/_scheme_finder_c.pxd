# The types of _scheme_finder.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.scan._text_c cimport Text
from uri_extract.scan._bare_c cimport BareReference


cdef class SchemeFinder(BareReference):
    cdef public Py_ssize_t low          # where the last reference ended

    cdef Py_ssize_t scheme(self, Py_ssize_t colon) noexcept
    cdef long long look_back(self) noexcept
