# Functions of _declarations.py that the kernel calls at C speed.

from uri_extract._ascii cimport *
from uri_extract.scan cimport classes
from uri_extract.scan._text_c cimport Text

cdef bint is_declared(Text text, Py_ssize_t low, Py_ssize_t start) noexcept
cdef Py_ssize_t before_blanks(Text text, Py_ssize_t low, Py_ssize_t i) noexcept
cdef Py_ssize_t before_word(Text text, Py_ssize_t low, Py_ssize_t i) noexcept
cdef bint is_css_namespace(Text text, Py_ssize_t low, Py_ssize_t i, bint quoted) noexcept
cdef bint is_at_namespace(Text text, Py_ssize_t low, Py_ssize_t i) noexcept
cdef bint is_xmlns(Text text, Py_ssize_t low, Py_ssize_t equals) noexcept
cdef bint is_xmlns_member(Text text, Py_ssize_t low, Py_ssize_t colon) noexcept
cdef bint is_xmlns_name(Text text, Py_ssize_t begin, Py_ssize_t end) noexcept
cdef bint is_identifier_of_dtd(Text text, Py_ssize_t low, Py_ssize_t i) noexcept
