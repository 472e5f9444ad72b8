cdef class Budget:
    cdef object _name
    cdef object _source

    cdef inline Budget _of_input(self)
    cpdef long long newly_consumed(self) except? -1
    cpdef object expand(self, long long size)
    cpdef bint take(self, long long size) except? -1


cpdef Py_ssize_t member_end(bytes window, Py_ssize_t begin, Py_ssize_t since) except? -2


cpdef object identity_of(object file)
