cdef class Targets:
    cdef str base, scheme, before_fragment
    cdef str prefix  # the text before a path
    cdef str before  # the text before a relative path
    cdef str above  # the text before a relative path, after its leading "../"


cdef class Cells:
    cpdef int put(self, Py_ssize_t at, Cells other, Py_ssize_t begin, Py_ssize_t count) except? -1


cdef class Fields:
    cdef list references, targets
    cdef dict others  # the computed fields, besides targets, of rows that are not plain

    cdef list nothings


cdef class Page:
    cdef readonly Py_ssize_t count
    cdef readonly bytes text
    cdef readonly list documents

    cdef inline int copy_reference(self, Py_ssize_t row, Bytes out) except? -1
    cdef inline int put_reference(self, Py_ssize_t row, Bytes out) except? -1
    cpdef bint is_partial(self, Py_ssize_t row) except? True
    cpdef bint is_plain(self, Py_ssize_t row) except? True
    cdef object make(self, Py_ssize_t row)
    cdef object make_alike(self, Py_ssize_t row, list known)
    cpdef int grade(self, Py_ssize_t row) except? -1
