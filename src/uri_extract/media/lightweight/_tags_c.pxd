# The types of _tags.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.pages._bytes_c cimport next_byte


cdef class Tags:
    cdef bytes window
    cdef readonly object neutral
    cdef unsigned char *data  # a pointer to the copy
    cdef readonly list verbatim
    cdef public Py_ssize_t examined
    cdef Py_ssize_t failed    # the bytes that may still be read in unsuccessful searches

    cdef int code(self, Py_ssize_t begin, Py_ssize_t end) except? -1
    cdef void hide(self, Py_ssize_t begin, Py_ssize_t end) noexcept
    cdef Py_ssize_t blanks(self, Py_ssize_t i, Py_ssize_t end) noexcept
    cdef Py_ssize_t angle(self, Py_ssize_t i, Py_ssize_t end) except? -2
    cdef Py_ssize_t mailbox(self, Py_ssize_t i, Py_ssize_t end) noexcept
    cdef Py_ssize_t find(self, bytes sign, Py_ssize_t i, Py_ssize_t end) except? -2
    cdef Py_ssize_t tag(self, Py_ssize_t i, Py_ssize_t end) except? -2
