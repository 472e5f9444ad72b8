# The types of _pool.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.pages._bytes_c cimport Bytes
from uri_extract.scan._placeholders_c cimport has_expression


cdef class Pool:
    cdef Bytes text
    cdef readonly list objects      # by number; the first one is None
    cdef dict numbers
    cdef bytes window
    cdef long long generation       # changes when objects get other numbers

    cpdef int clear(self) except? -1
    cpdef long long number(self, object value) except? -1
    cdef long long keep_more(self, object raw, object details, object context) except? -1
    cdef bint is_partial(self, long long begin) noexcept
    cpdef long long keep(self, object value) except? -1
    cpdef int replace(self, long long number, object value) except? -1
    cdef Py_ssize_t put_pieces(
        self, bytes window, long long[::1] pieces, Py_ssize_t first, Py_ssize_t count,
    ) except? -2
    # The numbers of recent objects, by bits of their addresses.
    cdef Py_ssize_t[16] recent

    cdef Py_ssize_t put_span(self, bytes source, Py_ssize_t begin, Py_ssize_t end, bint escaped) except? -1
    cdef Py_ssize_t put(self, str text) except? -1
