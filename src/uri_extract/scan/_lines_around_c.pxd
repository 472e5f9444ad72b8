# Functions of _lines_around.py that the kernel calls at C speed.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.scan cimport classes, wrap_signs as sign
from uri_extract.scan._text_c cimport Text

cdef bint is_longer_before(Text text, Py_ssize_t line, Py_ssize_t length) noexcept
cdef Py_ssize_t width_around(
    Text text, Py_ssize_t line, Py_ssize_t column, Py_ssize_t i, Py_ssize_t word
) noexcept
cdef bint is_cut_at(Text text, Py_ssize_t line, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t column) noexcept
cdef bint is_in_column(
    Text text, Py_ssize_t line, Py_ssize_t begin, Py_ssize_t i, Py_ssize_t following, Py_ssize_t end
) noexcept
cdef bint are_rows(Text text, Py_ssize_t line, Py_ssize_t begin, Py_ssize_t stop) noexcept
cdef bint are_numbered(Text text, Py_ssize_t line, Py_ssize_t following) noexcept
cdef bint is_term(Text text, Py_ssize_t i, Py_ssize_t following, Py_ssize_t end) noexcept
cdef bint are_files(
    Text text, Py_ssize_t i, Py_ssize_t following, Py_ssize_t stop, Py_ssize_t end
) noexcept
cdef bint begins_line(Text text, Py_ssize_t line, Py_ssize_t begin) noexcept
cdef int comment_lines(Text text, Py_ssize_t line, Py_ssize_t begin, Py_ssize_t i, Py_ssize_t following) noexcept
cdef bint set_values(Text text, Py_ssize_t i, Py_ssize_t following) noexcept
