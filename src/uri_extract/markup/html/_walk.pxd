cdef class Tree:
    cpdef int restart(self) except? -1
    cpdef int watched(self) noexcept
    cpdef void text(self) noexcept
    cpdef bint open(self, int number, str name) except? -1
    cpdef bint foreign(self) noexcept
    cdef bint open_frame(self, int number) noexcept
    cpdef int close(self, int number) except? -1


cdef class Values:
    cdef bytes text
    cdef const unsigned char *data

    cpdef int take(self, bytes window) except? -1
    cpdef bytes source(self, Py_ssize_t size)
    cpdef bint may_refer(self, Py_ssize_t size) except? -1
    cdef inline void blank(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef int plain(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t candidate(self, Py_ssize_t i, Py_ssize_t end) noexcept
    cdef bint is_blank(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint is_web_uri(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint is_left(self, int byte, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint may_refer_in(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint refers(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint is_condition(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t host(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint may_hold_reference(self, Py_ssize_t start, Py_ssize_t end, int what) noexcept
    cdef inline bint holds(self, int byte, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t next(self, int byte, Py_ssize_t start) noexcept
    cdef bint cannot_refer(self, bint handler, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint navigates(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint names_scheme(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint may_mean_colon(self, Py_ssize_t start, Py_ssize_t end) noexcept


cdef class References(Values):
    cpdef int begin(self, Rows found, LineCounter lines, object bases, object origin, bint places) except? -1
    cdef bint is_template(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef object element(self)


cdef class Walker(LinkLines):
    cpdef int restart(self, Rows found, LineCounter lines, object bases, object origin, bint decode_all, bint places) except? -1
    cpdef int load(self, bytes window, long long offset) except? -1
    cpdef int release(self) except? -1
    cpdef int read_window(self, object markup, bytes window, long long offset, Links links) except? -1
