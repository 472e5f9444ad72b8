cpdef bytes bits(bytes octets)


cdef class Texts:
    cdef Texts other                # what it is the same as
    cdef bint follows               # so far
    cdef Bytes ends                 # where each ends, after a zero
    cdef Bytes text
    cdef Bytes validity             # a byte for each, if any is null
    cdef Py_ssize_t count
    cdef Py_ssize_t missing         # how many are null

    cdef tuple take(self, Py_ssize_t count)


cdef class Names:
    cdef Bytes codes
    cdef Bytes validity             # a byte for each, if any is null
    cdef Py_ssize_t count, missing
    cdef dict seen                  # the code of each name, and of its UTF-8
    cdef int code                   # of the last name, -1 for none
    cdef Py_ssize_t size            # bytes that each row adds to the column
    cdef Texts values

    cdef tuple take(self, Py_ssize_t count)


cdef class RepeatedNames(Names):
    cdef object name

    cdef tuple take(self, Py_ssize_t count)


cdef class Lists:
    cdef Bytes ends
    cdef Texts members
    cdef Py_ssize_t count

    cdef tuple take(self, Py_ssize_t count)


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

    cdef object values(self, Page page, long long number)


cdef class Columns:
    cdef readonly Py_ssize_t count  # rows that were gathered
    cdef Py_ssize_t length          # bytes of their text
    cdef Py_ssize_t most            # rows, and bytes of text, that are gathered at most
    cdef Py_ssize_t most_text
    cdef readonly bint full
    cdef bint wants_reference       # whether these fields are asked for
    cdef bint wants_target, wants_raw, wants_text, wants_more
    cdef list fields                # those of places
    cdef list places
    cdef Bytes valid, defanged, partial
    cdef list texts, lists, sources
