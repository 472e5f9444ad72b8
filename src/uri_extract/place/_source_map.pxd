cdef class Segments:
    cdef readonly Py_ssize_t first, count

    cdef tuple segment(self, Py_ssize_t number)
    cpdef int add(self, long long start, long long end, long long place, long long after, object part) except? -1
    cpdef Py_ssize_t find(self, long long position, Py_ssize_t near) noexcept
    cpdef long long start(self, Py_ssize_t number) noexcept
    cpdef long long end(self, Py_ssize_t number) noexcept
    cpdef long long place(self, Py_ssize_t number) noexcept
    cpdef long long after(self, Py_ssize_t number) noexcept
    cpdef object kept(self, Py_ssize_t number)
    cpdef long long pop_empty(self, long long start, long long place) except? -1
    cpdef int drop(self, Py_ssize_t before) except? -1
    cpdef int drop_first(self) except? -1


cdef int hex_value(int byte) noexcept
cpdef Py_ssize_t place_of(bytes kept, Py_ssize_t at, Py_ssize_t done, Py_ssize_t target) noexcept
cpdef Py_ssize_t end_at(bytes kept, Py_ssize_t at) noexcept


cdef class Coding:
    cpdef long long first(self, bytes kept, long long target) except? -1
    cpdef long long locate(self, bytes kept, long long at, long long done, long long target) except? -1
    cpdef long long end(self, bytes kept, long long at, long long done) except? -1
    cpdef bytes source(self, bytes output)


cdef class QuotedPrintableCoding(Coding):
    cpdef long long locate(self, bytes kept, long long at, long long done, long long target) except? -1
    cpdef long long end(self, bytes kept, long long at, long long done) except? -1


cdef class BytewiseCoding(Coding):
    cpdef long long first(self, bytes kept, long long target) except? -1
    cpdef long long locate(self, bytes kept, long long at, long long done, long long target) except? -1
    cpdef long long end(self, bytes kept, long long at, long long done) except? -1
    cpdef bytes source(self, bytes output)


cdef class SourceMap:
    cdef readonly tuple last

    cpdef copied(self, long long size)
    cpdef replaced(self, long long size, bytes source)
    cpdef encoded(self, long long size, long long source_size, bytes kept, object coding)
    cpdef jump(self, long long source)
    cpdef long long place(self, long long position) except? -1
    cpdef long long end_of(self, long long end, long long place) except? -1
    cpdef long long forget(self, long long position) except? -1


cdef class Decoders:
    cpdef bytes feed(self, bytes chunk, bint final=*, Py_ssize_t first=*)
    cpdef long long place(self, long long position, Py_ssize_t first=*) except? -1
    cpdef bint is_identity(self)
    cpdef int begin_line(self, long long start) except? -1
    cpdef int to_source(self, Rows found, Py_ssize_t begin, Py_ssize_t end) except? -1
    cpdef long long forget(self, long long position) except? -1
