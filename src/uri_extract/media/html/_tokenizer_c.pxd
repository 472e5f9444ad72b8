# The types of _tokenizer.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.media.html cimport elements, names, states
from uri_extract.media.html._runs_c cimport Runs
from uri_extract.media.markup cimport rows


cdef class Tokenizer(Runs):
    cdef public object compiled
    cdef public Py_ssize_t count       # the number of finished rows
    cdef public bint need
    cdef Py_ssize_t max_tag
    cdef Py_ssize_t first              # rows before it are settled; those of the current tag begin here
    cdef Py_ssize_t attribute_start
    cdef Py_ssize_t name_end           # the end of the attribute's name
    cdef Py_ssize_t value_start
    cdef int quote
    cdef int element                   # of the current tag
    cdef long long bits                # the namespace of the current tag
    cdef unsigned long long seen       # its attributes, one bit for each number up to 63,
    cdef unsigned long long seen_high  # and from 64 on
    cdef bint everything
    cdef bint parted                   # rows of it were released before its end was read
    cdef bint dropping                 # inside a name or value that is longer than the limit
    cdef bint font_breaks_out
    cdef bint annotation_is_html

    cpdef int load(self, bytes window, Py_ssize_t pos, bint final) except? -1
    cpdef bint scan(self) except? -1
    cdef bint tag(self) noexcept
    cdef void begin_row(self, Py_ssize_t end, long long bits) noexcept
    cdef void attribute(self, Py_ssize_t value, Py_ssize_t end, long long bits) noexcept
    cdef void end(self, Py_ssize_t i, bint closed) noexcept
    cdef void leave_tag(self) noexcept
    cdef void settle(self) noexcept
    cdef void write_rest(self, Py_ssize_t end, long long bits) noexcept
    cdef void part(self) noexcept
    cdef void cut_off(self) noexcept
