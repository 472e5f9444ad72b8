# The types of _leaves.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.media.lightweight cimport _tags
from uri_extract.media.lightweight._inline_c cimport Inline
from uri_extract.pages._bytes_c cimport next_byte


cdef class Leaves(Inline):
    cdef Py_ssize_t paragraph  # the start of the open paragraph; -1: none
    cdef Py_ssize_t paragraph_end
    cdef int leaf              # the kind of the open leaf block that is not a paragraph
    cdef int fence             # the sign of its fence
    cdef Py_ssize_t fence_size
    cdef object html_ends      # the ends of an HTML block; None: an empty line
    cdef Py_ssize_t i          # the current place in a line
    cdef Py_ssize_t column     # its column; a tab may be read in part
    cdef Py_ssize_t next       # the next byte that is not a blank
    cdef Py_ssize_t indent     # the columns up to there

    cdef int begin_leaves(self) except? -1
    cdef bint in_leaf(self, Py_ssize_t stop, Py_ssize_t end) except? -1
    cdef bint opens_leaf(self, Py_ssize_t stop, bint lazy) except? -1
    cdef bint opens_fence(self, Py_ssize_t stop) except? -1
    cdef bint opens_html(self, Py_ssize_t stop) except? -1
    cdef bint is_rule(self, Py_ssize_t stop) noexcept
    cdef void find_next(self, Py_ssize_t stop) noexcept
    cdef int close_paragraph(self) except? -1
