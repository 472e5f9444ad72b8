cpdef bytes bits(bytes octets)


cdef class Texts:
    cdef tuple take(self, Py_ssize_t count)


cdef class Names:
    cdef tuple take(self, Py_ssize_t count)


cdef class RepeatedNames(Names):
    cdef tuple take(self, Py_ssize_t count)


cdef class Lists:
    cdef tuple take(self, Py_ssize_t count)


cdef class Source:
    cdef int cell  # where that is in a row
    cdef int shift
    cdef long long mask

    cdef object values(self, Page page, long long number)
