cdef class Segments:
    cdef readonly Py_ssize_t first, count

    cpdef int add(self, long long start, long long end, long long place, long long after, object part) except? -1
    cpdef Py_ssize_t find(self, long long position, Py_ssize_t near) noexcept
    cpdef long long start(self, Py_ssize_t number) noexcept
    cpdef long long end(self, Py_ssize_t number) noexcept
    cpdef long long place(self, Py_ssize_t number) noexcept
    cpdef long long after(self, Py_ssize_t number) noexcept
    cpdef long long pop_empty(self, long long start, long long place) except? -1
    cpdef int drop(self, Py_ssize_t before) except? -1
    cpdef int drop_first(self) except? -1


cpdef Py_ssize_t place_of(bytes kept, Py_ssize_t at, Py_ssize_t done, Py_ssize_t target) noexcept
cpdef Py_ssize_t end_at(bytes kept, Py_ssize_t at) noexcept


cdef class SourceMap:
    cdef readonly tuple last

    cpdef encoded(self, long long size, long long source_size, bytes kept, object coding)
    cpdef long long end_of(self, long long end, long long place) except? -1
