cdef class Local:
    cdef readonly int flags, method
    cdef readonly long long crc
    cdef readonly object packed     # these two have 64 bits without a sign
    cdef readonly object size
    cdef readonly str name
    cdef readonly bint zip64, later
    cdef readonly Py_ssize_t length

    cpdef take_names(self, bytes names)
