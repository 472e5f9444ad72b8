cdef class Needle:
    cdef bytes needle
    cdef long long found, searched

    cpdef long long next(self, bytes window, long long offset, long long at) except? -2


cdef class EnvelopeSplitter:
    cdef readonly Reader reader
    cdef readonly str document
    cdef readonly long long count
    cdef readonly bint open
    cdef readonly bytes window
    cdef readonly long long offset, end
    cdef public long long at, given
    cdef readonly bint final
    cdef list waiting
    cdef readonly long long size
    cdef long long need
    cdef readonly long long stop
    cdef bint by_offset
    cdef long long place
    cdef public long long passed

    cpdef bint wait(self, long long need) except? -1
    cpdef bint startswith(self, bytes prefix, long long at) except? -1
    cpdef begin(self, long long at, str name=*)
    cpdef pass_on(self, long long to)
    cpdef finish(self, long long at)
    cpdef bint step(self) except? -1


cdef class Mbox(EnvelopeSplitter):
    cdef Needle lines, quoted, hyphens
    cdef long long header, looked, claimed, believed
    cdef object digest
    cdef bint may_be_digest
    cdef bytes head

    cdef message_after(self, long long at)
    cdef message(self, long long at, str name)
