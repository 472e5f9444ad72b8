# The types of _characters.py, for its compiled variant.

from uri_extract.scan._lines_c cimport Lines


cdef class Characters(Lines):
    cdef const unsigned char *classes
    cdef bint beyond_ascii          # the candidate holds a character outside ASCII
    cdef bint western               # one of them is in windows-1252
    cdef bint quoted_before         # it stands in a string, where JSON's escapes mean what they mean there
    cdef bint escaped               # it holds one

    cdef Py_ssize_t character(self, Py_ssize_t i) noexcept
    cdef bint letter(self, Py_ssize_t i) noexcept
    cdef bint lower(self, int byte) noexcept
    cdef Py_ssize_t escape(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t slash(self, Py_ssize_t i) noexcept
    cdef int unit(self, Py_ssize_t i) noexcept
