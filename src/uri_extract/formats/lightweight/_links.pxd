cdef class Syntax:
    cdef readonly Py_ssize_t pos
    cdef readonly list links, cuts
    cdef readonly bytes window
    cdef readonly Py_ssize_t begun
