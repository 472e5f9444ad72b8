# The types of _byte_stream.py, for its compiled variant.


cdef class ByteStream:
    cdef object _chunks
    cdef object _next
    cdef readonly bytes window
    cdef readonly Py_ssize_t at
    cdef readonly long long before
    cdef public bint stops_at_members
    cdef readonly bint pending
    cdef readonly bint gap
    cdef readonly bint truncated
    cdef public object members

    cdef bint _fill(self) except? -1
    cdef object _item(self)
    cdef bytes _more(self, bytes chunk, Py_ssize_t size)
    cdef bytes _held(self, Py_ssize_t size)
    cdef Py_ssize_t _searched(self, Py_ssize_t start, Py_ssize_t size, Py_ssize_t before) except? -2
    cpdef object passed(self, long long size, bytes member=*)
    cpdef bytes next_chunk(self)
    cpdef object skip_held(self, Py_ssize_t size)
    cpdef bint holds(self, Py_ssize_t size) except? -1
