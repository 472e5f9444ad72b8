# Functions of _characters.py that the kernel calls at C speed.

from uri_extract._ascii cimport *
from uri_extract.scan cimport classes
from uri_extract.scan._text_c cimport Text

cdef Py_ssize_t character_end(Text text, Py_ssize_t i) noexcept
cdef bint is_punctuation(Text text, Py_ssize_t i) noexcept
cdef bint is_undivided(Text text, Py_ssize_t i) noexcept
cdef bint is_beyond_latin(Text text, Py_ssize_t i) noexcept
cdef bint begins_with_particle(Text text, Py_ssize_t i) noexcept
cdef bint follows_preposition(Text text, Py_ssize_t i) noexcept
cdef bint begins_with_place(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t inner_punctuation_end(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t backslashes_end(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t slash_end(Text text, Py_ssize_t i) noexcept
cdef int escaped_unit(Text text, Py_ssize_t i) noexcept
cdef int closing_bracket(int byte) noexcept
