# The types of _source_map.py, for its compiled variant.

cdef class SourceMap:
    cdef readonly bint is_text
    cdef bint keep
    cdef public long long size
    cdef public long long taken
    cdef public object segments
    cdef public long long shift
    cdef readonly long long dropped
    cdef readonly tuple last
    cdef long long at
    cdef long long done
    cdef tuple known
    cdef long long first
    cdef long long end
    cdef long long begin

    cpdef copied(self, long long size)
    cpdef replaced(self, long long size, bytes source)
    cpdef encoded(self, long long size, long long source_size, bytes kept, object coding)
    cpdef jump(self, long long source)
    cdef look(self)
    cdef long long end_in(self, tuple segment, long long end, long long place, long long at, long long done) except? -1
    cdef add(self, long long size, long long source_size, bytes kept, object coding)
    cpdef long long place(self, long long position) except? -1
    cpdef long long end_of(self, long long end, long long place) except? -1
    cpdef long long forget(self, long long position) except? -1
    cdef drop(self, long long position)
