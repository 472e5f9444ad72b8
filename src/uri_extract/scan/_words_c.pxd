# What _wraps.py calls of _words.py at C speed.

from uri_extract._ascii cimport *

cdef int word_signs(
    bytes window, const unsigned char *data, Py_ssize_t begin, Py_ssize_t stop, int before
) noexcept
