# The types of _arrays.py, for its compiled variant.

from uri_extract.pages._bytes_c cimport Bytes

cpdef bytes bits(bytes octets)


cdef class Texts:
    cdef Texts other                # what it is the same as
    cdef bint follows               # so far
    cdef Bytes ends                 # where each ends, after a zero
    cdef Bytes text
    cdef Bytes validity             # a byte for each, if any is null
    cdef Py_ssize_t count
    cdef Py_ssize_t missing         # how many are null

    cdef int begin(self) except? -1
    cdef Py_ssize_t repeat(self, Py_ssize_t size) except? -1
    cdef Py_ssize_t differ(self, object text, Py_ssize_t count) except? -1
    cdef int added(self) except? -1
    cdef Py_ssize_t put(self, object text) except? -1
    cdef int fill(self, Py_ssize_t count) except? -1
    cdef tuple take(self, Py_ssize_t count)


cdef class Names:
    cdef Bytes codes
    cdef Bytes validity             # a byte for each, if any is null
    cdef Py_ssize_t count
    cdef Py_ssize_t missing
    cdef dict seen                  # the code of each name, and of its UTF-8
    cdef int code                   # of the last name, -1 for none
    cdef Py_ssize_t size            # bytes that each row adds to the column
    cdef Texts values

    cdef int fill(self, Py_ssize_t count) except? -1
    cdef Py_ssize_t put(self, object name, Py_ssize_t count) except? -1
    cdef tuple take(self, Py_ssize_t count)


cdef class RepeatedNames(Names):
    cdef object name


cdef class Lists:
    cdef Bytes ends
    cdef Texts members
    cdef Py_ssize_t count

    cdef Py_ssize_t put(self, tuple members, Py_ssize_t count) except? -1
    cdef int fill(self, Py_ssize_t count) except? -1
    cdef tuple take(self, Py_ssize_t count)
