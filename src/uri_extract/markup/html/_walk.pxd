cdef class Tree:
    cpdef int restart(self) except? -1
    cpdef int watched(self) noexcept
    cpdef void text(self) noexcept
    cpdef bint open(self, int number, str name) except? -1
    cpdef bint foreign(self) noexcept
    cpdef int close(self, int number) except? -1


cdef class Values:
    cdef bytes text
    cdef const unsigned char *data

    cpdef bint may_refer(self, Py_ssize_t size) except? -1
    cdef inline void blank(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t candidate(self, Py_ssize_t i, Py_ssize_t end) noexcept
    cdef bint is_blank(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint is_web_uri(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint is_condition(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t host(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint may_hold_reference(self, Py_ssize_t start, Py_ssize_t end, int what) noexcept
    cdef inline bint holds(self, int byte, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint names_scheme(self, Py_ssize_t start, Py_ssize_t end) noexcept


cdef class References(Values):
    cdef bint is_template(self, Py_ssize_t start, Py_ssize_t end) noexcept
