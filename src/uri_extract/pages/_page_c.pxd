# The types of _page.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.pages cimport layout
from uri_extract.pages._bytes_c cimport Bytes
from uri_extract.pages._cells_c cimport Cells
from uri_extract.pages._targets_c cimport Targets


cdef class Page:
    cdef readonly Py_ssize_t count
    cdef Cells rows
    cdef long long* cells           # the data of rows
    cdef readonly bytes text
    cdef bytes window
    cdef readonly list objects
    cdef readonly list documents

    cdef inline int copy_reference(self, Py_ssize_t row, Bytes out) except? -1
    cdef inline int put_reference(self, Py_ssize_t row, Bytes out) except? -1
    cpdef object more(self, Py_ssize_t row)
    cpdef long long bits(self, Py_ssize_t row) except? -1
    cpdef str reference(self, Py_ssize_t row)
    cpdef object link_text(self, Py_ssize_t row)
    cdef bint link_may_name_host(self, Py_ssize_t at) except? -1
    cdef object make(self, Py_ssize_t row)
    cdef object make_alike(self, Py_ssize_t row, list known)
    cpdef object occurrence(self, Py_ssize_t row)
    cpdef list targets(self)
    cpdef int grade(self, Py_ssize_t row) except? -1
    cdef int plain(self, Py_ssize_t row, bint hazards) except? -1
    cdef long long renumber(self, long long number, dict numbers, list objects) except? -1
