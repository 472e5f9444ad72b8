# The types of _contents.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.decode._xml_references_c cimport DecodedValue
from uri_extract.media.markup cimport rows
from uri_extract.pages cimport layout
from uri_extract.pages._line_counter_c cimport LineCounter
from uri_extract.pages._rows_c cimport Rows


cdef class Content:
    cdef public int how
    cdef public object element
    cdef public long long start
    cdef public Py_ssize_t size
    cdef long long line        # the line at the start of the text,
    cdef long long line_start  # the start of that line,
    cdef long long counted     # and the place up to which lines were counted
    cdef public list parts     # the parts of its source, with their kinds
    cdef bint marked
    cdef bytes after           # the bytes after the last run

    cdef int begin(self, int how, object element, long long start, LineCounter lines) except? -1
    cdef bint take(self, int kind, long long place, bytes window, Py_ssize_t begin, Py_ssize_t end) except? -1
    cdef int add(self, int how, bytes part) except? -1
    cpdef LineCounter lines(self)
    cpdef list whole(self, long long end)


cdef bint span_is_ascii(bytes source, Py_ssize_t begin, Py_ssize_t end) noexcept
cdef int place(
    Rows found, Py_ssize_t begin, long long shift, DecodedValue value, bytes source, long long start,
    LineCounter lines, object element, object bases, bint places,
) except? -1
