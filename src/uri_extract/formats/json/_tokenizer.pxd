cdef class Node:
    cdef public dict keys
    cdef public Node others
    cdef public str action, scope


cdef class JsonTokenizer:
    cdef public list found
    cdef long long ignored  # the number of open brackets in a value that is skipped
    cdef public bint damaged
    cdef public long long line, line_start

    cpdef Py_ssize_t read(self, bytes window, long long offset, bint final) except? -1
    cdef Py_ssize_t string(self, bytes window, Py_ssize_t begin, long long offset, bint final) except? -2
    cdef Py_ssize_t too_long(self, Py_ssize_t begin, long long offset) except? -2


cdef class Frame:
    cdef readonly str scope
    cdef readonly long long start
    cdef readonly long long number
    cdef readonly dict values
    cdef readonly list children


cdef class Objects:
    cdef public bint lines
    cdef frozenset scanned, parts, numbered
    cdef readonly list frames
    cdef long long entries


cpdef Py_ssize_t add_plain(
    Rows found, JsonString string, object bases, object origin, long long delimiter, object element, object attribute
) except? -2
