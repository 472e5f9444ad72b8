# The types of _walk.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.media.markup cimport rows
from uri_extract.media.xml._contents_c cimport Content
from uri_extract.media.xml._elements_c cimport Elements
from uri_extract.media.xml._escaped_c cimport EscapedHtml
from uri_extract.media.xml._plans_c cimport Plan, Reading
from uri_extract.media.xml._scopes_c cimport Scopes
from uri_extract.pages cimport layout
from uri_extract.pages._line_counter_c cimport LineCounter
from uri_extract.pages._rows_c cimport Rows


cdef class Walker:
    cdef public Content content
    cdef public list masks
    cdef public list verbatim
    cdef public list texts
    cdef bint decode_all
    cdef bint places
    cdef unsigned long long counting  # a filter for names that are counted: bits of their numbers, modulo 64
    cdef long long fresh              # the start of the text of the last start tag
    cdef bytes window
    cdef const unsigned char *data
    cdef Py_ssize_t colon             # the next colon in the window after the last place searched,
    cdef Py_ssize_t ampersand         # and the next "&"
    cdef long long offset
    cdef LineCounter lines
    cdef Rows found
    cdef object origin

    cdef bint plain_text(
        self, Py_ssize_t start, Py_ssize_t end, bint verbatim, bint absolute, object bases,
    ) except? -1
    cdef bint plain(
        self, Py_ssize_t start, Py_ssize_t end, long long bits, bint with_scheme, bint decoded, object bases,
        object element, object attribute,
    ) except? -1
    cdef inline bint holds(self, int byte, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t next(self, int byte, Py_ssize_t start) noexcept
    cdef bint may_mean_colon(self, Py_ssize_t start, Py_ssize_t end) except? -1
    cdef bint is_usual(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint may_be_uri(self, Py_ssize_t start, Py_ssize_t end) noexcept
