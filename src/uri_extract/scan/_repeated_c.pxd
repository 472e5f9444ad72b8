# Functions of _repeated.py that the kernel calls at C speed.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.scan cimport classes
from uri_extract.scan._declarations_c cimport before_blanks
from uri_extract.scan._text_c cimport Text

cdef bint is_repeated(Text text, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t following) noexcept
