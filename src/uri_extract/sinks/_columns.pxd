cpdef bytes bits(bytes octets)


cdef class Texts:
    cdef tuple take(self, Py_ssize_t count)


cdef class Names:
    cdef int code
    cdef dict seen  # the code of each name, and of its UTF-8

    cdef tuple take(self, Py_ssize_t count)


cdef class RepeatedNames(Names):
    cdef tuple take(self, Py_ssize_t count)


cdef class Lists:
    cdef tuple take(self, Py_ssize_t count)


cdef class Source:
    cdef int cell  # where that is in a row
    cdef int shift
    cdef long long mask
    cdef list fields
    cdef list places  # which part of the value each is
    cdef list names

    cdef object values(self, Page page, long long number)


cdef class Columns:
    cdef readonly Py_ssize_t count  # rows that were gathered
    cdef readonly bint full
    cdef list fields  # those of places
    cdef list places
    cdef list texts, lists, sources
