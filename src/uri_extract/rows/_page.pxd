cdef class Targets:
    cdef str base, scheme, before_fragment
    cdef str prefix  # the text before a path
    cdef str before  # the text before a relative path
    cdef str above  # the text before a relative path, after its leading "../"

    cpdef str of(self, str reference, object bases)
    cdef object preceding(self, const unsigned char *data, Py_ssize_t begin, Py_ssize_t end, object bases)


cdef class Cells:
    cpdef Cells copy(self, Py_ssize_t begin, Py_ssize_t count, Py_ssize_t room)
    cpdef int put(self, Py_ssize_t at, Cells other, Py_ssize_t begin, Py_ssize_t count) except? -1
    cpdef bytes octets(self, Py_ssize_t count)


cdef class Fields:
    cdef list references, targets
    cdef dict others  # the computed fields, besides targets, of rows that are not plain

    cdef list nothings

    cdef object same(self, object value)
    cdef object column(self, str name)
    cdef list numbers(self, Py_ssize_t place)
    cdef object bits(self, bint kinds)
    cdef object bases(self, Py_ssize_t place)
    cdef object members(self, Py_ssize_t column, bint second, Py_ssize_t place)
    cdef list details(self, Py_ssize_t place)


cdef class Page:
    cdef readonly Py_ssize_t count
    cdef readonly bytes text
    cdef readonly list documents

    cdef inline int copy_reference(self, Py_ssize_t row, Bytes out) except? -1
    cdef inline int put_reference(self, Py_ssize_t row, Bytes out) except? -1
    cpdef object more(self, Py_ssize_t row)
    cpdef bint is_partial(self, Py_ssize_t row) except? True
    cpdef bint is_plain(self, Py_ssize_t row) except? True
    cpdef long long bits(self, Py_ssize_t row) except? -1
    cpdef str reference(self, Py_ssize_t row)
    cpdef object link_text(self, Py_ssize_t row)
    cdef object make(self, Py_ssize_t row)
    cdef object make_alike(self, Py_ssize_t row, list known)
    cpdef object occurrence(self, Py_ssize_t row)
    cpdef list targets(self)
    cpdef int grade(self, Py_ssize_t row) except? -1
