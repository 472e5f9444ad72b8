cdef class Budget:
    cdef object _name
    cdef object _source

    cdef inline Budget _of_input(self)
    cpdef long long newly_consumed(self) except? -1
    cpdef object expand(self, long long size)
    cpdef bint take(self, long long size) except? -1
    cpdef object member(self)


cdef class ByteStream:
    cdef bytes _held(self, Py_ssize_t size)
    cpdef object passed(self, long long size, bytes member=*)
    cpdef bytes next_chunk(self)
    cpdef object skip_held(self, Py_ssize_t size)
    cpdef bint holds(self, Py_ssize_t size) except? -1


cpdef Py_ssize_t member_end(bytes window, Py_ssize_t begin, Py_ssize_t since) except? -2


cdef class WholeMembers:
    cdef object _member(self, bytes window, Py_ssize_t begin, Py_ssize_t end)
    cpdef bytes read(self)


cpdef object identity_of(object file)
