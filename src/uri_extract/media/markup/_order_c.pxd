# The types of _order.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract.decode._source_map_c cimport SourceMap
from uri_extract.pages cimport layout
from uri_extract.pages._pool_c cimport Pool
from uri_extract.pages._rows_c cimport Rows


cdef class HeldRows(Rows):
    cdef readonly long long most
    cdef public bint holds  # until the base is known, or the limit is reached
    cdef readonly bint released
    cdef Py_ssize_t seen
    cdef long long css_end

    cpdef int fill(self, object markup, Rows texts, long long settled, bint final) except? -1
    cpdef Py_ssize_t finished(self, object markup, object bases, bint final) except? -1
    cpdef object next_page(
        self, object markup, Rows texts, object bases, long long settled, bint final, bint has_base,
    )
    cpdef object page(self, Py_ssize_t count, object markup, Rows texts, bint has_base)
