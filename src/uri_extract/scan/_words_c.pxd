# Functions of _words.py that _wraps.py calls at C speed.

from uri_extract._ascii cimport *
from uri_extract.scan cimport classes, wrap_signs as sign
from uri_extract.scan._characters_c cimport closing_bracket, is_punctuation, is_undivided
from uri_extract.scan._line_breaks_c cimport begins_with_time, is_version
from uri_extract.scan._text_c cimport Text

cdef Py_ssize_t word_end(Text text, Py_ssize_t i, Py_ssize_t stop) noexcept
cdef int word_signs(Text text, Py_ssize_t begin, Py_ssize_t stop, int before, int last) noexcept

cdef class Word:
    cdef Text text
    cdef Py_ssize_t begin
    cdef Py_ssize_t stop
    cdef Py_ssize_t i
    cdef Py_ssize_t after
    cdef Py_ssize_t dot
    cdef Py_ssize_t host
    cdef int before
    cdef int last
    cdef int signs
    cdef int letters
    cdef int lower
    cdef int words
    cdef int most
    cdef int dots
    cdef int delimiters
    cdef int underscores
    cdef int slashes
    cdef int hyphens
    cdef int opened
    cdef bint bad
    cdef bint impossible
    cdef bint address
    cdef bint segment
    cdef bint call
    cdef bint protocol

    cdef void read(self) noexcept
    cdef void delimiter(self, int byte) noexcept
    cdef void slash(self) noexcept
    cdef void equals(self) noexcept
    cdef void colon(self) noexcept
    cdef bint closes(self, int byte) noexcept
    cdef int judged(self) noexcept
    cdef bint is_other(self, int first) noexcept
    cdef int prose_signs(self, int first) noexcept
