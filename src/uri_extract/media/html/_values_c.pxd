# The types of _values.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.media.html cimport elements, glances


cdef class Values:
    cdef readonly bytes window
    cdef const unsigned char *data
    cdef bytes text             # the window, with references masked
    cdef unsigned char *masked
    cdef public list verbatim   # spans in which no character reference is decoded;
    cdef Py_ssize_t span_start  # the last one, which may be extended
    cdef Py_ssize_t span_end    # 0: none
    cdef Py_ssize_t colon       # the next colon after the last place searched,
    cdef Py_ssize_t ampersand   # and the next "&"
    cdef Py_ssize_t nearest     # neither is before this place
    cdef Py_ssize_t url_start   # of an image candidate
    cdef Py_ssize_t url_end
    cdef Py_ssize_t number      # the number of the current element; it is
    cdef bint pragma            # a meta with an http-equiv
    cdef bint url_property      # a meta whose content is a URL

    cpdef int take(self, bytes window) except? -1
    cpdef bytes source(self, Py_ssize_t size)
    cpdef bint may_refer(self, Py_ssize_t size) except? -1
    cdef int decode_none(self, Py_ssize_t start, Py_ssize_t end) except? -1
    cdef int end_span(self) except? -1
    cdef inline void blank(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef int plain(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t candidate(self, Py_ssize_t i, Py_ssize_t end) noexcept
    cdef bint is_blank(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint is_web_uri(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint is_left(self, int byte, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint may_refer_in(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint refers(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint is_condition(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t host(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint may_hold_reference(self, Py_ssize_t start, Py_ssize_t end, int what) noexcept
    cdef inline bint holds(self, int byte, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t next(self, int byte, Py_ssize_t start) noexcept
    cdef bint cannot_refer(self, bint handler, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint navigates(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint names_scheme(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint may_mean_colon(self, Py_ssize_t start, Py_ssize_t end) noexcept
