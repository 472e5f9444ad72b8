# Functions of _parts.py that the kernel calls at C speed.

from uri_extract._ascii cimport *
from uri_extract.scan cimport classes, wrap_signs as sign
from uri_extract.scan._lookahead_c cimport is_known_host, is_root
from uri_extract.scan._text_c cimport Text
from uri_extract.scan._words_c cimport word_end

cdef int break_signs(
    Text text, Py_ssize_t authority, Py_ssize_t host_end, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t following,
    Py_ssize_t stop, int signs,
) noexcept
