# The types of _refang.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.decode cimport marks
from uri_extract.decode._source_map_c cimport SourceMap
from uri_extract.decode._spoken_marks_c cimport SpokenMarks
from uri_extract.pages._bytes_c cimport Bytes, part_of


cdef class Marks(SpokenMarks):
    cdef Py_ssize_t word_end(self, Py_ssize_t at) noexcept
    cdef object mark(self, Py_ssize_t anchor)
    cdef bint is_colon(self, Py_ssize_t anchor) noexcept
    cdef object word_in_brackets(self, Py_ssize_t anchor)
    cdef bint is_host(self, Py_ssize_t at) noexcept
    cdef bint is_local_part(self, Py_ssize_t end) noexcept
    cdef Py_ssize_t separator(self, Py_ssize_t at) noexcept
    cdef Py_ssize_t slashes(self, Py_ssize_t at) noexcept
    cdef object separated(self, Py_ssize_t at, Py_ssize_t end, bint is_plain)
    cdef object scheme_before(self, Py_ssize_t at)
    cdef bint alters(self, Py_ssize_t at) noexcept
    cdef object spaced(self, Py_ssize_t anchor)
