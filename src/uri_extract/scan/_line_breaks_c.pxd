# Functions of _line_breaks.py that the kernel calls at C speed.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.scan cimport classes
from uri_extract.scan._text_c cimport Text

cdef Py_ssize_t blanks_end(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t concatenation_end(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t next_blank(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t division_end(Text text, Py_ssize_t i) noexcept
cdef bint begins_comment(Text text, Py_ssize_t sign, Py_ssize_t sign_end) noexcept
cdef bint is_bullet(Text text, Py_ssize_t sign, Py_ssize_t sign_end) noexcept
cdef bint needs_host(Text text, Py_ssize_t end) noexcept
cdef Py_ssize_t page_break_end(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t footer_end(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t before_marks(Text text, Py_ssize_t i, Py_ssize_t floor) noexcept
cdef int reply_marks(Text text, Py_ssize_t line) noexcept
cdef bint begins_with_word(Text text, Py_ssize_t i) noexcept
cdef bint begins_with_time(Text text, Py_ssize_t i) noexcept
cdef bint is_version(Text text, Py_ssize_t i, Py_ssize_t stop) noexcept
cdef bint is_soft_length(Text text, Py_ssize_t end) noexcept
cdef bint is_encoded_equals(Text text, Py_ssize_t i) noexcept
cdef bint beside_soft_break(Text text, Py_ssize_t line, Py_ssize_t following) noexcept
