# Functions of _wraps.py that the kernel calls at C speed.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.scan cimport classes, wrap_signs as sign
from uri_extract.scan._line_breaks_c cimport next_blank
from uri_extract.scan._lines_around_c cimport (
    are_files, are_numbered, are_rows, begins_line, comment_lines, is_cut_at, is_in_column, is_longer_before, is_term,
    set_values, width_around,
)
from uri_extract.scan._lookahead_c cimport is_name, is_option, repeats_segment
from uri_extract.scan._parts_c cimport break_signs
from uri_extract.scan._text_c cimport Text
from uri_extract.scan._words_c cimport word_signs

cdef int chance(int signs) noexcept
cdef int judge(int signs, int join) noexcept
cdef int look(
    Text text, Py_ssize_t authority, Py_ssize_t host_end, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t following,
    Py_ssize_t line, Py_ssize_t column, bint filled, int before,
) noexcept
