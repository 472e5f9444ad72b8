# The types of _inline.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.media.lightweight cimport _tags
from uri_extract.media.lightweight._tags_c cimport Tags


cdef class Inline(Tags):
    cdef readonly list links
    cdef list openers         # the places of open brackets, doubled, plus 1 for an image
    cdef Py_ssize_t inactive  # the number of these that contain a link and cannot begin one
    cdef dict runs            # the last run of each number of backticks in this block; None: unknown
    cdef Py_ssize_t start     # the span of a destination
    cdef Py_ssize_t stop

    cdef int inline(self, Py_ssize_t i, Py_ssize_t end) except? -1
    cdef Py_ssize_t code_span(self, Py_ssize_t i, Py_ssize_t end) except? -1
    cdef Py_ssize_t close_bracket(self, Py_ssize_t i, Py_ssize_t end) except? -1
    cdef Py_ssize_t resource(self, Py_ssize_t i, Py_ssize_t end) except? -2
    cdef Py_ssize_t destination(self, Py_ssize_t i, Py_ssize_t end) except? -2
    cdef Py_ssize_t title(self, Py_ssize_t i, Py_ssize_t end) except? -2
    cdef Py_ssize_t definition(self, Py_ssize_t i, Py_ssize_t end) except? -2
