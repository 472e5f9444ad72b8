# The types of _rows.py, for its compiled variant.

from uri_extract.pages cimport layout
from uri_extract.pages._cells_c cimport Cells
from uri_extract.pages._line_counter_c cimport LineCounter
from uri_extract.pages._page_c cimport Page
from uri_extract.pages._pool_c cimport Pool
from uri_extract.pages._table_c cimport Table
from uri_extract.scan cimport rows


cdef class Rows(Table):
    cdef long long generation       # of the pool, for which the following are valid
    cdef object bases               # of the last row, and the number of its source
    cdef object origin
    cdef long long source
    cdef object element             # of the last row, and the number of its place
    cdef object attribute
    cdef long long place

    cdef int forget_names(self) except? -1
    cdef inline Py_ssize_t begin(
        self, long long start, long long end, long long line, long long column, long long bits, object bases,
        object origin,
    ) except? -1
    cdef inline int prepare(self, Py_ssize_t count, object bases, object origin) except? -1
    cdef inline Py_ssize_t put(
        self, long long start, long long end, long long line, long long column, long long bits, long long text,
    ) noexcept
    cdef int name_source(self, object bases, object origin) except? -1
    cdef inline int set_place(self, Py_ssize_t at, object element, object attribute) except? -1
    cpdef Py_ssize_t copy(
        self, bytes source, Py_ssize_t begin, Py_ssize_t stop, long long start, long long line, long long column,
        long long bits, object bases, object origin, object element, object attribute, bint escaped=*, str raw=*,
    ) except? -1
    cpdef Py_ssize_t add(
        self, str reference, str raw, long long start, long long end, long long line, long long column,
        long long bits, object bases, object origin, object element=*, object attribute=*, object details=*,
    ) except? -1
    cpdef int note(self, long long kind, long long start, object value=*, long long end=*) except? -1
    cpdef Py_ssize_t scanned(
        self, bytes window, long long[::1] table, Py_ssize_t begin, Py_ssize_t count, long long offset,
        long long shift, LineCounter lines, object bases, object origin, object more=*, bint slices=*,
        long long[::1] pieces=*,
    ) except? -1
    cdef long long renumber(self, Page page, list numbers, Py_ssize_t number) except? -1
    cpdef int add_page(self, Page page) except? -1
    cpdef tuple take(self, Py_ssize_t count, bint others=*)
