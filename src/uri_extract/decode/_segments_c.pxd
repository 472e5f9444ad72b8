# The types of _segments.py, for its compiled variant.

cdef class Segments:
    cdef long long *cells
    cdef list parts
    cdef readonly Py_ssize_t first
    cdef readonly Py_ssize_t count
    cdef Py_ssize_t room

    cdef tuple segment(self, Py_ssize_t number)
    cpdef int add(
        self, long long start, long long end, long long place, long long after, object part,
    ) except? -1
    cdef int make_room(self) except? -1
    cpdef Py_ssize_t find(self, long long position, Py_ssize_t near) noexcept
    cpdef long long start(self, Py_ssize_t number) noexcept
    cpdef long long end(self, Py_ssize_t number) noexcept
    cpdef long long place(self, Py_ssize_t number) noexcept
    cpdef long long after(self, Py_ssize_t number) noexcept
    cpdef object kept(self, Py_ssize_t number)
    cpdef long long pop_empty(self, long long start, long long place) except? -1
    cpdef int drop(self, Py_ssize_t before) except? -1
    cpdef int drop_first(self) except? -1
