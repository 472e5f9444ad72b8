# What the kernel calls of _wraps.py at C speed.

from uri_extract._ascii cimport *
from uri_extract.scan._words_c cimport word_signs

cdef int MORE

cdef int judge(long long signs) noexcept
cdef long long look(
    bytes window,
    Py_ssize_t authority,
    Py_ssize_t host_end,
    Py_ssize_t end,
    Py_ssize_t following,
    Py_ssize_t line,
    int before,
) noexcept
