# The types of _blocks.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.media.lightweight._leaves_c cimport Leaves
from uri_extract.pages._bytes_c cimport next_byte


cdef class Blocks(Leaves):
    cdef readonly Py_ssize_t pos  # everything before it is settled
    cdef readonly list cuts       # the places where blocks were cut
    cdef bint final
    cdef bint begun               # front matter was read
    cdef Py_ssize_t at            # the next line
    cdef object stack             # the open containers: the indentation that a list item needs, 0 for a block quote
    cdef unsigned char *indents   # a pointer to the stack
    cdef int depth

    cpdef int restart(self) except? -1
    cpdef int load(self, bytes window, Py_ssize_t start, bint final) except? -1
    cpdef bint scan(self) except? -1
    cdef int line(self, Py_ssize_t begin, Py_ssize_t end) except? -1
    cdef bint opens_item(self, Py_ssize_t stop, bint restricted) except? -1
    cdef int quote(self, Py_ssize_t stop) except? -1
    cdef void consume(self, Py_ssize_t columns) noexcept
    cdef bint front_matter(self) except? -1
