# The types of _part_map.py, for its compiled variant.


cdef class PartMap:
    cdef readonly long long begin
    cdef readonly long long base
    cdef object inner
    cdef object outer
    cdef readonly object flowed
    cdef readonly object refanger
    cdef bytes word
    cdef Py_ssize_t size

    cdef object of_text(self)
