cdef class Budget:
    cdef object _name
    cdef readonly object report
    cdef readonly bint barcodes
    cdef public tuple waiting
    cdef public object within
    cdef public bint exhausted, may_wait
    # What is counted, by the budget of the whole input.
    cdef Budget _whole
    cdef object _source
    cdef long long _expanded, _members, _reread, _problems, _bytes_elsewhere, _told, _bytes_left, _members_left
    cdef long long _bytes_known, _members_known

    cdef inline Budget _of_input(self)
    cpdef long long newly_consumed(self) except? -1
    cpdef object expand(self, long long size)
    cpdef bint take(self, long long size) except? -1
    cpdef object member(self)
    cdef object _hit(self, str kind, str message)


cdef class ByteStream:
    cdef object _chunks, _next
    cdef readonly bytes window
    cdef readonly Py_ssize_t at
    cdef readonly long long before
    cdef public bint stops_at_members
    cdef readonly bint pending, gap, truncated
    cdef public object members

    cdef object _item(self)
    cdef bytes _more(self, bytes chunk, Py_ssize_t size)
    cdef bytes _held(self, Py_ssize_t size)
    cdef Py_ssize_t _searched(self, Py_ssize_t start, Py_ssize_t size, Py_ssize_t before) except? -2
    cpdef object passed(self, long long size, bytes member=*)
    cpdef bytes next_chunk(self)
    cpdef object skip_held(self, Py_ssize_t size)
    cpdef bint holds(self, Py_ssize_t size) except? -1


cpdef Py_ssize_t member_end(bytes window, Py_ssize_t begin, Py_ssize_t since) except? -2


cdef class WholeMembers:
    cdef ByteStream stream
    cdef Budget budget
    cdef object new
    cdef tuple errors
    cdef readonly long long start
    cdef public long long made, before
    cdef long long tried

    cdef object _member(self, bytes window, Py_ssize_t begin, Py_ssize_t end)
    cdef object _across(self)
    cpdef bytes read(self)


cpdef object opened(str path, Py_ssize_t most)
cpdef object identity_of(object file)
