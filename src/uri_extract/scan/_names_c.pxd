# Functions of _names.py that the kernel calls at C speed.

from uri_extract._ascii cimport *
from uri_extract.scan cimport classes
from uri_extract.scan._characters_c cimport character_end
from uri_extract.scan._text_c cimport Text

cdef Py_ssize_t first_label(Text text, Py_ssize_t low, Py_ssize_t dot) noexcept
cdef bint is_server_label(Text text, Py_ssize_t start, Py_ssize_t dot) noexcept
cdef Py_ssize_t after_footnote(Text text, Py_ssize_t start, Py_ssize_t dot, Py_ssize_t end) noexcept
cdef bint is_plausible(Text text, Py_ssize_t start, Py_ssize_t dot, Py_ssize_t end) noexcept
cdef Py_ssize_t ipv4_end(Text text, Py_ssize_t start, Py_ssize_t end) noexcept
cdef Py_ssize_t port_end(Text text, Py_ssize_t i) noexcept
cdef bint follows_soft_break(Text text, Py_ssize_t i) noexcept
cdef bint is_continued(Text text, Py_ssize_t i) noexcept
