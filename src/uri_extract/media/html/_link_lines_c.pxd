# The types of _link_lines.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.media.html cimport elements, names
from uri_extract.media.html._references_c cimport References
from uri_extract.media.markup cimport rows


cdef class LinkLines(References):
    cdef object markup                  # while tokens are read
    cdef Py_ssize_t row_end             # of the tokenizer's rows
    cdef bytes href                     # of the last link
    cdef list spans                     # of the texts that were compared with it
    cdef Py_ssize_t size                # of the part of it that these have
    cdef int expected                   # what comes next
    cdef readonly long long undecided
    cdef long long end                  # of the last text
    cdef long long compared             # rows before it were

    cdef int begin_rows(self, object markup, Py_ssize_t count) except? -1
    cdef int end_rows(self) except? -1
    cdef int keep_href(self) except? -1
    cdef int begin_link(self, Py_ssize_t at) except? -1
    cdef int compare(self, Py_ssize_t at) except? -1
    cdef bint goes_on(self, Py_ssize_t at) except? -1
    cdef int take_text(self, Py_ssize_t start, Py_ssize_t end) except? -1
