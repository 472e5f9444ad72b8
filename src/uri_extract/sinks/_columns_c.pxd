# The types of _columns.py, for its compiled variant.

from uri_extract.pages cimport layout
from uri_extract.pages._bytes_c cimport Bytes
from uri_extract.pages._page_c cimport Page
from uri_extract.sinks._arrays_c cimport Lists, Names, RepeatedNames, Texts, bits


cdef class Source:
    cdef int code                   # what the values depend on
    cdef long long last             # the number of that in the last row of this page; -1 if there is none
    cdef Py_ssize_t size            # bytes that each row adds to columns that are not encoded
    cdef int cell                   # where that is in a row
    cdef int shift
    cdef long long mask
    cdef list fields
    cdef bint is_one                # whether the value is that of the only field
    cdef list places                # which part of the value each is
    cdef list names

    cdef Py_ssize_t put(self, Page page, long long number, Py_ssize_t count) except? -1
    cdef object values(self, Page page, long long number)


cdef class Columns:
    cdef readonly Py_ssize_t count  # rows that were gathered
    cdef Py_ssize_t length          # bytes of their text
    cdef Py_ssize_t most            # rows, and bytes of text, that are gathered at most
    cdef Py_ssize_t most_text
    cdef readonly bint full
    cdef bint wants_reference       # whether these fields are asked for
    cdef bint wants_target
    cdef bint wants_raw
    cdef bint wants_text
    cdef bint wants_more
    cdef list fields                # those of places
    cdef list places
    cdef Bytes valid
    cdef Bytes defanged
    cdef Bytes partial
    cdef list texts
    cdef list lists
    cdef list sources

    cdef Py_ssize_t add_text(
        self, Page page, object targets, dict others, Py_ssize_t begin, Py_ssize_t end,
    ) except? -1
