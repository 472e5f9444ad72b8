# The types of _xml_references.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.pages._bytes_c cimport Bytes


cdef long long meaning(const unsigned char *data, Py_ssize_t at, Py_ssize_t size) noexcept


cdef class DecodedValue:
    cdef public bytes text
    cdef public bint unknown
    # What was replaced, two numbers each: where it ends in the text and how many bytes it is there; where it ends in the
    # source. None: nothing was.
    cdef Bytes replaced
    cdef Py_ssize_t count
    # Of the place that was asked for last: how many of these end before it, and where the last one of them does, in the
    # text and in the source.
    cdef Py_ssize_t index
    cdef Py_ssize_t out
    cdef Py_ssize_t source

    cdef int decode(self, bytes part, Bytes out) except? -1
    cdef Py_ssize_t noted(self, Py_ssize_t number) noexcept
    cpdef Py_ssize_t place(self, Py_ssize_t start) except? -1
    cpdef Py_ssize_t place_of_end(self, Py_ssize_t end) except? -1
