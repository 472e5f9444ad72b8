cdef class Budget:
    cdef long long _bytes_known, _members_known
    cdef object _name
    cdef readonly object report
    cdef readonly bint barcodes
    cdef public tuple waiting
    cdef public object within
    cdef public bint exhausted, may_wait
    # What is counted, by the budget of the whole input.
    cdef object _source
    cdef long long _expanded, _members, _reread, _problems, _bytes_left, _members_left

    cdef inline Budget _of_input(self)
    cpdef long long newly_consumed(self) except? -1
    cpdef object expand(self, long long size)
    cpdef bint take(self, long long size) except? -1
    cpdef object member(self)


cdef class ByteStream:
    cdef readonly bytes window
    cdef readonly Py_ssize_t at
    cdef readonly long long before
    cdef public bint stops_at_members
    cdef readonly bint pending, gap, truncated
    cdef public object members

    cdef object _item(self)
    cdef bytes _held(self, Py_ssize_t size)
    cdef Py_ssize_t _searched(self, Py_ssize_t start, Py_ssize_t size, Py_ssize_t before) except? -2
    cpdef object passed(self, long long size, bytes member=*)
    cpdef bytes next_chunk(self)
    cpdef object skip_held(self, Py_ssize_t size)
    cpdef bint holds(self, Py_ssize_t size) except? -1


cpdef Py_ssize_t member_end(bytes window, Py_ssize_t begin, Py_ssize_t since) except? -2


cdef class WholeMembers:
    cdef readonly long long start
    cdef public long long made, before

    cdef object _member(self, bytes window, Py_ssize_t begin, Py_ssize_t end)
    cpdef bytes read(self)


cpdef object identity_of(object file)
