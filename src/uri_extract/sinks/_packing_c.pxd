# The types of _packing.py, for its compiled variant.

from uri_extract.media._plain_c cimport Targets

cdef class Bytes:
    cdef bytearray parts            # interpreted
    cdef char* data
    cdef Py_ssize_t size
    cdef Py_ssize_t room

    cdef int grow(self, Py_ssize_t by) except? -1
    cdef int clear(self) except? -1
    cdef Py_ssize_t put(self, str text) except? -1
    cdef int copy(self, bytes source, Py_ssize_t at, Py_ssize_t size) except? -1
    cdef int octet(self, int value) except? -1
    cdef int word(self, int value) except? -1
    cdef int long(self, long long value) except? -1
    cdef int number(self, long long value) except? -1
    cdef bytes all(self)


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
