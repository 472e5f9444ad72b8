# The types of _packing.py, for its compiled variant.

from uri_extract.media._plain_c cimport Targets
from uri_extract.sinks._bytes_c cimport Bytes

cdef class Packer:
    cdef public Py_ssize_t count    # rows that are there
    cdef Py_ssize_t room            # rows that numbers has room for
    cdef object array               # what numbers are in
    cdef long long[::1] numbers
    cdef Bytes text
    cdef dict names                 # the number of each
    cdef list last                  # what each named field was last, by the number of the field
    cdef long long[::1] codes       # and its number
    cdef Targets relative

    cdef int add_one(self, tuple fields, object occurrence) except? -1
    cdef int grow(self) except? -1
    cdef long long put(self, str text) except? -1
    cdef int put_list(self, Py_ssize_t at, object texts) except? -1
    cdef int name(self, Py_ssize_t at, Py_ssize_t field, object value) except? -1
