# Functions of _placeholders.py that the kernel calls at C speed.

from uri_extract._ascii cimport *
from uri_extract.scan cimport classes
from uri_extract.scan._text_c cimport Text

cdef bint is_placeholder(Text text, Py_ssize_t i) noexcept
cdef bint is_expression(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t placeholder_end(Text text, Py_ssize_t i) noexcept
cdef bint has_expression(const unsigned char *data, Py_ssize_t i, Py_ssize_t end) noexcept
