# Functions of _addresses.py that the kernel calls at C speed.

from uri_extract._ascii cimport *
from uri_extract.scan cimport classes
from uri_extract.scan._characters_c cimport character_end
from uri_extract.scan._lookahead_c cimport is_argument
from uri_extract.scan._text_c cimport Text

cdef Py_ssize_t local_part(Text text, Py_ssize_t low, Py_ssize_t at) noexcept
cdef bint is_identifier(Text text, Py_ssize_t start) noexcept
cdef bint is_dated(Text text, Py_ssize_t start, Py_ssize_t at) noexcept
cdef bint is_global_number(Text text, Py_ssize_t colon) noexcept
