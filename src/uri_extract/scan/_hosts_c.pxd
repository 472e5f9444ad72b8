# Functions of _hosts.py that the kernel calls at C speed.

from uri_extract._ascii cimport *
from uri_extract.scan cimport classes
from uri_extract.scan._lookahead_c cimport has_dot
from uri_extract.scan._text_c cimport Text
from uri_extract.uri._ipv4_c cimport numeric_ipv4

cdef Py_ssize_t usual_name_end(Text text, Py_ssize_t i, Py_ssize_t limit) noexcept
cdef Py_ssize_t ip_literal_end(Text text, Py_ssize_t i, Py_ssize_t end) noexcept
cdef bint is_numeric_address(Text text, Py_ssize_t i, Py_ssize_t end) noexcept
cdef bint could_exist(Text text, Py_ssize_t i, Py_ssize_t end, bint numbers) noexcept
cdef bint goes_on(Text text, Py_ssize_t i, Py_ssize_t end, bint cut) noexcept
cdef bint is_top_level(bytes label) noexcept
