# The types of _fields.py, for its compiled variant.

from uri_extract.pages cimport layout
from uri_extract.pages._page_c cimport Page
from uri_extract.pages._targets_c cimport Targets
from uri_extract.uri cimport signs
from uri_extract.uri._iri_c cimport plain_uri, settled


cdef class Fields:
    cdef Page page
    cdef bint judged
    cdef list references
    cdef list targets
    cdef dict others                # the computed fields, besides targets, of rows that are not plain

    cdef list nothings

    cdef object same(self, object value)
    cdef bint is_same(self, Py_ssize_t place, long long mask) except? -1
    cdef object column(self, str name)
    cdef object all_references(self)
    cdef object link_texts(self)
    cdef list raws(self)
    cdef object all_targets(self)
    cdef int compute(self) except? -1
    cdef list judgements(self, Py_ssize_t place)
    cdef list numbers(self, Py_ssize_t place)
    cdef object bits(self, bint kinds)
    cdef object bases(self, Py_ssize_t place)
    cdef object members(self, Py_ssize_t column, bint second, Py_ssize_t place)
    cdef list details(self, Py_ssize_t place)


cpdef object plain_target(Page page, Py_ssize_t row)
cpdef tuple judged(Page page, Py_ssize_t row, bint says)
