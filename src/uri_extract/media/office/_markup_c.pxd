# The types of _markup.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.media.markup cimport rows
from uri_extract.media.office cimport vocabulary as roles
from uri_extract.media.office._links_c cimport Links, OpenLink
from uri_extract.media.office._unit_c cimport Piece, pieces_of
from uri_extract.media.xml cimport names
from uri_extract.pages._bytes_c cimport next_byte


cdef class OfficeMarkup(Links):
    cdef readonly bint always
    cdef tuple relative
    cdef int role
    cdef bint loose
    cdef Py_ssize_t paragraphs
    cdef Py_ssize_t inserted

    cdef Py_ssize_t start_tag(self, Py_ssize_t at, Py_ssize_t total) except? -1
    cdef int begin(self, int role, long long start, long long end, bint empty, dict values) except? -1
    cdef int begin_run(self) except? -1
    cdef int field_character(self, long long start, str kind) except? -1
    cdef int end_tag(self, int role, long long start) except? -1
    cdef int attribute(self, Py_ssize_t at, dict values) except? -1
    cdef list link_texts(self)
    cdef bint identifier(self, str name, Py_ssize_t start, Py_ssize_t end, dict values) except? -1
    cdef int text(self, Py_ssize_t start, Py_ssize_t end, bint verbatim) except? -1
