cdef class Names:
    cdef readonly bytes window

    cdef bytes name(self, Py_ssize_t at)
    cdef dict values(self, Py_ssize_t first, Py_ssize_t after)
    cdef str value(self, Py_ssize_t start, Py_ssize_t end)


cdef list pieces_of(bytes run, long long place, int version, object element)


cdef class JoinedText:
    cdef readonly bytes text


cdef class Reference:
    cdef readonly long long start, end
    cdef readonly str text
    cdef readonly long long delimiter
    cdef readonly str element
    cdef readonly object attribute, rel
    cdef readonly list shown
    cdef public bint partial


cdef class Unit:
    cdef readonly long long start
    cdef readonly bint is_open
    cdef readonly list references


cdef class Links(Names):
    cdef readonly Unit unit
    cdef str part


cdef class OfficeMarkup(Links):
    cdef readonly bint always
    cdef tuple relative
