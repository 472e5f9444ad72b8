# The types of _xml_references.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.pages._bytes_c cimport Bytes


cdef long long meaning(const unsigned char *data, Py_ssize_t at, Py_ssize_t size) noexcept


cdef class DecodedValue:
    cdef list parts
    cdef public bytes text
    cdef public bint unknown
    # Of the place that was asked for last: its part and where that begins in the source, where it is in the part, and in
    # the text; and where the next "&" is in the part, -1 if that was not searched.
    cdef Py_ssize_t index
    cdef int how
    cdef bytes part
    cdef Py_ssize_t begin
    cdef Py_ssize_t at
    cdef Py_ssize_t out
    cdef Py_ssize_t ahead

    cdef int decode(self, bytes part, Bytes out) except? -1
    cdef int go_to(self, Py_ssize_t index) except? -1
    cpdef Py_ssize_t place(self, Py_ssize_t start) except? -1
    cpdef Py_ssize_t place_of_end(self, Py_ssize_t end) except? -1
    cdef Py_ssize_t seek(self, Py_ssize_t position) except? -1
