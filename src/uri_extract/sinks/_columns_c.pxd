# The types of _columns.py, for its compiled variant.

from uri_extract.pages._bytes_c cimport Bytes
from uri_extract.pages._page_c cimport Page


cdef class Texts:
    cdef Bytes ends                 # where each ends, after a zero
    cdef Bytes text
    cdef Bytes validity             # a byte for each
    cdef Py_ssize_t count
    cdef Py_ssize_t missing         # how many are null

    cdef int begin(self) except? -1
    cdef int added(self) except? -1
    cdef Py_ssize_t put(self, object text) except? -1
    cdef tuple take(self)


cdef class Names:
    cdef int source                 # what its values are parts of
    cdef int place                  # and which part
    cdef Bytes codes
    cdef Bytes validity
    cdef Py_ssize_t count
    cdef Py_ssize_t missing
    cdef dict seen                  # the code of each name, and of its UTF-8
    cdef long long last             # the number of what has the last name, in this page; -1 if there is none
    cdef int code                   # and its code
    cdef Texts values

    cdef Py_ssize_t put(self, Page page, Py_ssize_t at) except? -1
    cdef int repeat(self) except? -1
    cdef object value(self, Page page, long long number)
    cdef Py_ssize_t find(self, object name) except? -1
    cdef tuple take(self)


cdef class Lists:
    cdef Bytes ends
    cdef Texts members
    cdef Py_ssize_t count

    cdef Py_ssize_t put(self, tuple members) except? -1
    cdef int put_empty(self) except? -1
    cdef tuple take(self)


cdef class Columns:
    cdef readonly Py_ssize_t count  # rows that were gathered
    cdef Py_ssize_t length          # bytes of their text
    cdef Py_ssize_t most            # rows, and bytes of text, that are gathered at most
    cdef Py_ssize_t most_text
    cdef readonly bint full
    cdef list places
    cdef Bytes valid
    cdef list texts
    cdef list lists
    cdef list names

    cdef Py_ssize_t add_text(
        self, Page page, object targets, dict others, Py_ssize_t begin, Py_ssize_t end,
    ) except? -1
    cdef int put(self, Texts texts, Page page, Py_ssize_t row) except? -1
