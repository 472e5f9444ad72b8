# The types of _table.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.pages cimport layout
from uri_extract.pages._bytes_c cimport Bytes
from uri_extract.pages._cells_c cimport Cells
from uri_extract.pages._pool_c cimport Pool


cdef class Table:
    cdef readonly Pool pool
    cdef readonly Py_ssize_t count
    cdef Py_ssize_t room
    cdef Cells own
    cdef long long* cells           # the data of own

    cdef int grow(self, Py_ssize_t count) except? -1
    cdef int reset(self) except? -1
    cpdef long long get(self, Py_ssize_t row, Py_ssize_t column) except? -1
    cpdef int set(self, Py_ssize_t row, Py_ssize_t column, long long value) except? -1
    cpdef int move_to(
        self, Py_ssize_t row, long long start, long long end, long long line, long long column,
    ) except? -1
    cdef bytes octets(self, Py_ssize_t row)
    cpdef bytes source_of(self, Py_ssize_t row)
    cpdef int set_raw(self, Py_ssize_t row, str raw) except? -1
    cpdef int set_element(self, Py_ssize_t row, object element) except? -1
    cpdef int set_script(self, Py_ssize_t row, object attribute) except? -1
    cpdef long long keep_text(self, bytes source, Py_ssize_t at, Py_ssize_t size) except? -1
    cpdef object attribute_of(self, Py_ssize_t row)
    cpdef int set_rel(self, Py_ssize_t row, object rel) except? -1
    cdef int sort_out_of_order(self) except? -1
    cpdef Py_ssize_t before(self, long long place) except? -1
    cpdef int move(self, Table other, Py_ssize_t count) except? -1
    cpdef int append(self, Table other, Py_ssize_t begin, Py_ssize_t count) except? -1
    cpdef int drop(self, Py_ssize_t count) except? -1
    cpdef Py_ssize_t find(self, Py_ssize_t begin, tuple prefixes) except? -1
    cpdef Py_ssize_t first(self, long long mask, long long bits, Py_ssize_t begin) except? -1
