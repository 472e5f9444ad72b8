# The types of _rows.py, for its compiled variant.

from uri_extract.pages._bytes_c cimport Bytes
from uri_extract.pages._cells_c cimport Cells
from uri_extract.pages._line_counter_c cimport LineCounter
from uri_extract.pages._page_c cimport Page


cdef class Pool:
    cdef Bytes text
    cdef readonly list objects      # by their numbers; the first one is None
    cdef dict numbers
    cdef bytes window
    cdef long long generation       # another one when objects have other numbers

    cpdef int clear(self) except? -1
    cpdef long long number(self, object value) except? -1
    cpdef long long keep(self, object value) except? -1
    cpdef int replace(self, long long number, object value) except? -1
    cdef Py_ssize_t put(self, str text) except? -1


cdef class Rows:
    cdef readonly Pool pool
    cdef readonly Py_ssize_t count
    cdef Py_ssize_t room
    cdef Cells own
    cdef long long* cells           # of these
    cdef long long generation       # of the pool, when these were found:
    cdef object bases               # of the last row, and the number of its source
    cdef object origin
    cdef long long source
    cdef object element             # of the last row, and the number of its place
    cdef object attribute
    cdef long long place

    cdef int forget_names(self) except? -1
    cdef int grow(self, Py_ssize_t count) except? -1
    cdef Py_ssize_t begin(
        self, long long start, long long end, long long line, long long column, long long bits, object bases,
        object origin,
    ) except? -1
    cdef int begin_anew(self) except? -1
    cdef int name_source(self, object bases, object origin) except? -1
    cdef int set_place(self, Py_ssize_t at, object element, object attribute) except? -1
    cpdef Py_ssize_t copy(
        self, bytes source, Py_ssize_t begin, Py_ssize_t stop, long long start, long long line, long long column,
        long long bits, object bases, object origin, object element, object attribute,
    ) except? -1
    cpdef Py_ssize_t add(
        self, str reference, str raw, long long start, long long end, long long line, long long column,
        long long bits, object bases, object origin, object element=*, object attribute=*, object details=*,
    ) except? -1
    cpdef int note(self, long long kind, long long start, object value=*, long long end=*) except? -1
    cpdef long long get(self, Py_ssize_t row, Py_ssize_t column) except? -1
    cpdef int set(self, Py_ssize_t row, Py_ssize_t column, long long value) except? -1
    cpdef int move_to(
        self, Py_ssize_t row, long long start, long long end, long long line, long long column,
    ) except? -1
    cpdef int set_element(self, Py_ssize_t row, object element) except? -1
    cpdef int set_link_text(self, Py_ssize_t row, bytes text) except? -1
    cpdef int set_rel(self, Py_ssize_t row, object rel) except? -1
    cdef int sort_out_of_order(self) except? -1
    cpdef Py_ssize_t before(self, long long place) except? -1
    cpdef int move(self, Rows other, Py_ssize_t count) except? -1
    cpdef int append(self, Rows other, Py_ssize_t begin, Py_ssize_t count) except? -1
    cpdef int drop(self, Py_ssize_t count) except? -1
    cpdef Py_ssize_t find(self, Py_ssize_t begin, tuple prefixes) except? -1
    cdef long long renumber(self, Page page, list numbers, Py_ssize_t number) except? -1
    cpdef int add_page(self, Page page, Py_ssize_t begin, Py_ssize_t count) except? -1
    cpdef Py_ssize_t first(self, long long mask, long long bits, Py_ssize_t begin) except? -1
    cpdef tuple take(self, Py_ssize_t count, bint others=*)
