# The types of _spoken_marks.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.decode cimport marks
from uri_extract.pages._bytes_c cimport part_of


cdef class SpokenMarks:
    cdef bytes text
    cdef const unsigned char* data  # that of the text
    cdef Py_ssize_t size
    cdef Py_ssize_t begin
    cdef Py_ssize_t end

    cdef inline bint has(self, Py_ssize_t at, int bits) noexcept
    cdef inline bint reads(self, Py_ssize_t at, bytes wanted) noexcept
    cdef inline int small(self, Py_ssize_t at) noexcept
    cdef Py_ssize_t run(self, Py_ssize_t at, int bits, Py_ssize_t most) noexcept
    cdef bint in_word(self, Py_ssize_t at) noexcept
    cdef Py_ssize_t blank(self, Py_ssize_t at) noexcept
    cdef bint host_follows(self, Py_ssize_t at) noexcept
    cdef object aloud(self, Py_ssize_t anchor, bint is_at)
    cdef Py_ssize_t top_level_end(self, Py_ssize_t at) noexcept
    cdef bint ends_name(self, Py_ssize_t at) noexcept
    cdef bint is_begun(self, Py_ssize_t anchor) noexcept
