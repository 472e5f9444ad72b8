# What _wraps.py calls of _words.py at C speed.

from uri_extract._ascii cimport *
from uri_extract.scan._text_c cimport Text

cdef Py_ssize_t word_end(Text text, Py_ssize_t i, Py_ssize_t stop) noexcept
cdef int word_signs(Text text, Py_ssize_t begin, Py_ssize_t stop, int before) noexcept
