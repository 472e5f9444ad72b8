# The types of _columns.py, for its compiled variant.

from uri_extract.sinks._bytes_c cimport Bytes

cdef class Texts:
    cdef Bytes ends                 # where each ends, behind a zero
    cdef Bytes text
    cdef Bytes there                # whether it is
    cdef Py_ssize_t count
    cdef Py_ssize_t missing         # how many are not

    cdef int begin(self) except? -1
    cdef int put(self, bytes source, Py_ssize_t at, Py_ssize_t size) except? -1
    cdef int none(self) except? -1
    cdef tuple taken(self)


cdef class Names:
    cdef Bytes codes
    cdef Bytes there
    cdef Py_ssize_t count
    cdef Py_ssize_t missing
    cdef dict seen                  # the code of each name
    cdef long long last             # the number of the last name in the page at hand, or -1
    cdef int code                   # and its code
    cdef Texts values

    cdef Py_ssize_t put(self, long long number, list names) except? -1
    cdef tuple taken(self)


cdef class Lists:
    cdef Bytes ends
    cdef Texts members
    cdef Py_ssize_t count

    cdef Py_ssize_t add(self, bytes source, Py_ssize_t at, long long members) except? -1
    cdef tuple taken(self)


cdef class Columns:
    cdef readonly Py_ssize_t count  # rows that are there
    cdef Py_ssize_t length          # bytes of text that are there
    cdef Py_ssize_t most            # rows, and bytes of text, that are gathered at most
    cdef Py_ssize_t most_text
    cdef readonly bint full
    cdef list places
    cdef Bytes valid
    cdef list texts
    cdef list lists
    cdef list names

    cdef Py_ssize_t add_text(self, object page, Py_ssize_t begin, Py_ssize_t end) except? -1
