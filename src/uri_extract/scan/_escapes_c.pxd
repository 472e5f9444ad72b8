# Functions of _escapes.py that the kernel calls at C speed.

from uri_extract._ascii cimport *
from uri_extract.scan cimport classes
from uri_extract.scan._characters_c cimport backslashes_end
from uri_extract.scan._text_c cimport Text

cdef Py_ssize_t typeset_end(Text text, Py_ssize_t i) noexcept
cdef bint cuts_host(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t separator_end(Text text, Py_ssize_t i, Py_ssize_t start) noexcept
cdef bint is_pod_escape(Text text, Py_ssize_t i) noexcept
