# Functions of _lookahead.py that the kernel calls at C speed.

from uri_extract._ascii cimport *
from uri_extract.scan cimport classes
from uri_extract.scan._text_c cimport Text

cdef bint begins_aside(Text text, Py_ssize_t i) noexcept
cdef bint is_suffix(Text text, Py_ssize_t i) noexcept
cdef bint is_argument(Text text, Py_ssize_t i) noexcept
cdef bint is_assigned(Text text, Py_ssize_t i) noexcept
cdef bint is_escaped_delimiter(Text text, Py_ssize_t i) noexcept
cdef bint is_option(Text text, Py_ssize_t i) noexcept
cdef bint is_path(Text text, Py_ssize_t i) noexcept
cdef bint is_inside_host(Text text, Py_ssize_t i) noexcept
cdef bint is_joined_break(Text text, Py_ssize_t i) noexcept
cdef bint is_reference(Text text, Py_ssize_t i) noexcept
cdef bint is_name(Text text, Py_ssize_t begin, Py_ssize_t stop) noexcept
cdef bint is_break_mark(Text text, Py_ssize_t end) noexcept
cdef bint is_beside_delimiter(Text text, Py_ssize_t end, Py_ssize_t i) noexcept
cdef bint is_label(Text text, Py_ssize_t i, Py_ssize_t end) noexcept
cdef bint ends_file(Text text, Py_ssize_t begin, Py_ssize_t end) noexcept
cdef bint is_texinfo(Text text, Py_ssize_t i) noexcept
cdef bint is_filtered_end(Text text, Py_ssize_t before, Py_ssize_t begin, Py_ssize_t end) noexcept
cdef bint is_in_braces(Text text, Py_ssize_t begin, Py_ssize_t end, bint before) noexcept
cdef bint is_named(
    Text text, Py_ssize_t start, Py_ssize_t end, Py_ssize_t i, Py_ssize_t stop
) noexcept
cdef bint is_value(Text text, Py_ssize_t i) noexcept
cdef bint is_root(Text text, Py_ssize_t i, Py_ssize_t stop) noexcept
cdef bint repeats_segment(
    Text text, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t following, Py_ssize_t stop,
) noexcept
cdef bint is_known_host(Text text, Py_ssize_t begin, Py_ssize_t end) noexcept
cdef bint has_dot(Text text, Py_ssize_t i, Py_ssize_t end) noexcept
cdef bint begins_with_ending(Text text, Py_ssize_t i) noexcept
cdef bint begins_with_dotted_name(Text text, Py_ssize_t i) noexcept
