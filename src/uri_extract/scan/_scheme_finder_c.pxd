# The types of _scheme_finder.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.scan._text_c cimport Text
from uri_extract.scan._bare_c cimport BareReference

cdef Py_ssize_t web_scheme(Text text, Py_ssize_t colon) noexcept


cdef class SchemeFinder(BareReference):
    cdef public Py_ssize_t low          # where the last reference ended
    cdef bint glued                     # a word is before the candidate's scheme, without a blank

    cdef bint has_path(self, Py_ssize_t i) noexcept
    cdef bint is_label(self, Py_ssize_t colon) noexcept
    cdef bint is_in_word(self, Py_ssize_t end) noexcept
    cdef Py_ssize_t scheme(self, Py_ssize_t colon) noexcept
    cdef Py_ssize_t without_bracket(self, Py_ssize_t end) noexcept
    cdef Py_ssize_t after_word(self, Py_ssize_t web) noexcept
    cdef long long look_back(self) noexcept
