cdef class LineStarts:
    cdef readonly object starts


cdef int ascii_reference(const unsigned char *data, Py_ssize_t at, Py_ssize_t end) noexcept


cdef class Pool:
    cdef bint is_partial(self, long long begin) noexcept
    cpdef long long keep(self, object value) except? -1
    # The numbers of recent objects, by bits of their addresses.
    cdef Py_ssize_t[16] recent


cdef class Table:
    cpdef long long keep_text(self, bytes source, Py_ssize_t at, Py_ssize_t size) except? -1


cdef class Rows(Table):
    cdef inline Py_ssize_t begin(self, long long start, long long end, long long line, long long column, long long bits, object bases, object origin) except? -1
    cdef inline int prepare(self, Py_ssize_t count, object bases, object origin) except? -1
    cdef inline Py_ssize_t put(self, long long start, long long end, long long line, long long column, long long bits, long long text) noexcept
    cdef inline int set_place(self, Py_ssize_t at, object element, object attribute) except? -1
    cpdef Py_ssize_t copy(self, bytes source, Py_ssize_t begin, Py_ssize_t stop, long long start, long long line, long long column, long long bits, object bases, object origin, object element, object attribute, bint escaped=*, str raw=*) except? -1
