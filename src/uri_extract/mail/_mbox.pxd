cdef class Needle:
    cpdef long long next(self, bytes window, long long offset, long long at) except? -2


cdef class EnvelopeSplitter:
    cdef readonly Reader reader

    cpdef bint wait(self, long long need) except? -1
    cpdef bint startswith(self, bytes prefix, long long at) except? -1
    cpdef begin(self, long long at, str name=*)
    cpdef pass_on(self, long long to)
    cpdef finish(self, long long at)
    cpdef bint step(self) except? -1


cdef class Mbox(EnvelopeSplitter):
    cdef message(self, long long at, str name)
