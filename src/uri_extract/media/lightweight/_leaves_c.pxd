# The types of _leaves.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.media.lightweight._inline_c cimport Inline


cdef class Leaves(Inline):
    cdef Py_ssize_t paragraph           # where the open one begins; -1: there is none
    cdef Py_ssize_t paragraph_end
    cdef int leaf                       # the open block that is no paragraph: code in a fence, HTML
    cdef int fence                      # its sign
    cdef Py_ssize_t fence_size
    cdef object html_ends               # what ends HTML; None: an empty line
    cdef Py_ssize_t i                   # in a line: what precedes it was read
    cdef Py_ssize_t column              # of that; a tab may be read in part
    cdef Py_ssize_t next                # the first byte from there on that is no blank
    cdef Py_ssize_t indent              # how many columns that is further on

    cdef int begin_leaves(self) except? -1
    cdef bint in_leaf(self, Py_ssize_t stop, Py_ssize_t end) except? -1
    cdef bint opens_leaf(self, Py_ssize_t stop, bint lazy) except? -1
    cdef bint opens_fence(self, Py_ssize_t stop) except? -1
    cdef bint opens_html(self, Py_ssize_t stop) except? -1
    cdef bint is_rule(self, Py_ssize_t stop) noexcept
    cdef void look(self, Py_ssize_t stop) noexcept
    cdef int close_paragraph(self) except? -1
