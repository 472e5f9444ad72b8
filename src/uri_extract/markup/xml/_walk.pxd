cdef class Environment:
    cpdef tuple news(self, dict declared)
    cpdef tuple inside(self, dict declared)
    cpdef Environment inside_tag(self, object tag)
    cpdef remember(self, object tag, Environment inner)
    cpdef tuple meaning(self, str name, bint attribute=*)


cdef class Scopes:
    cpdef begin(self, str vocabulary)
    cpdef begin_in(self, Environment outermost)
    cpdef bint is_full(self) noexcept
    cpdef str no_namespace(self)
    cpdef tuple enter(self, object name, dict declared, str base)
    cpdef bint enter_known(self, object name, Environment environment) except? -1
    cpdef opened(self, object name)
    cpdef closed(self, object name)
    cpdef enter_template(self)
    cpdef leave(self)
    cpdef tuple so_far(self, object bases)
    cpdef base_known(self, object bases)


cdef class Elements:
    cpdef begin_window(self, bytes window, long long[::1] table, long long offset)
    cpdef str name(self, Py_ssize_t at)
    cdef str shown(self, Py_ssize_t at)
    cdef bytes spelling(self, Py_ssize_t at)
    cdef object key(self, Py_ssize_t at)
    cpdef Plan tag(self, Py_ssize_t at, Py_ssize_t count)
    cdef Plan enter_known(self, Py_ssize_t at)
    cdef begin(self, Py_ssize_t at, Py_ssize_t count)
    cpdef base_known(self, long long place, object bases, object problem)
    cpdef dict values(self, Py_ssize_t at, Py_ssize_t count, object wanted)
    cdef str value(self, Py_ssize_t at)
    cpdef leave_empty(self)
    cpdef end(self, Py_ssize_t at)
    cpdef Reading place(self, Py_ssize_t at)


cdef class Content:
    cpdef LineCounter lines(self)
    cpdef list whole(self, long long end)


cdef bint span_is_ascii(bytes source, Py_ssize_t begin, Py_ssize_t end) noexcept


cdef class EscapedHtml:
    cdef object own

    cpdef bint take(self, Content content, long long end, object bases) except? -1
    cpdef list read(self, Rows out, list covered, list masks, long long offset)


cdef class Walker:
    cdef const unsigned char *data

    cdef inline bint holds(self, int byte, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t next(self, int byte, Py_ssize_t start) noexcept
    cdef bint is_usual(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint may_be_uri(self, Py_ssize_t start, Py_ssize_t end) noexcept
