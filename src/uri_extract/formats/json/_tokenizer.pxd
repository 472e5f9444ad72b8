cdef class Node:
    cdef public dict keys
    cdef public Node others
    cdef public str action, scope


cdef class JsonTokenizer:
    cdef Node root          # that of a whole text
    cdef bint lines
    cdef public list found
    cdef list nodes         # the nodes of the open objects and arrays, the innermost last
    cdef bytearray objects  # by depth, from 1 on: whether each is an object
    cdef Py_ssize_t depth
    cdef long long ignored  # the number of open brackets in a value that is skipped
    cdef Node value         # that of the next value
    cdef bint is_key        # the next string is a key
    cdef bint in_string     # inside a string that is skipped
    cdef bint escaped       # its last byte was a backslash
    cdef bint seen          # the text has begun
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
    cdef object scanner
    cdef public bint lines
    cdef frozenset scanned, parts, numbered
    cdef readonly list frames
    cdef Py_ssize_t held    # the size of their strings
    cdef Py_ssize_t most
    cdef long long entries


cpdef Py_ssize_t add_plain(
    Rows found, JsonString string, object bases, object origin, long long delimiter, object element, object attribute
) except? -2
