# The types of _jsonl.py, for its compiled variant.

from uri_extract.pages._page_c cimport Page


cdef class Run:
    cdef list names
    cdef str before
    cdef str after
    cdef int code                   # of the field that follows
    cdef int source                 # what its values depend on
    cdef long long last             # the number of that in the last row
    cdef bytes text                 # and its text
    cdef dict texts                 # by what they depend on

    cdef int find(self, Page page, Py_ssize_t row, long long details) except? -1
    cdef int look_up(self, Page page, Py_ssize_t row, long long number) except? -1
    cdef bytes made(self, object found)
