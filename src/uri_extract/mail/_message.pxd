cdef class Message:
    cdef public object document
    cdef object known_id

    cpdef int add_field(self, int kind, bytes value) except? -1
    cpdef object name(self, str section)


cdef class Part:
    cdef public str reading


cdef class Fields:
    cpdef int next_field(self, bytes window, Py_ssize_t begin, Py_ssize_t end, bint every, bint described, bint final) except? -1


cpdef bint may_hold_scheme(bytes value) except -1


cdef class Texts:
    cdef add_row(self, object row, tuple segment)
    cdef too_long(self, long long start, tuple segment)


cpdef object to_file(Page page, object maps)
