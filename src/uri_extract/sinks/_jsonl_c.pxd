# The types of _jsonl.py, for its compiled variant.

from uri_extract.pages._page_c cimport Page


cdef class Run:
    cdef list names
    cdef str before
    cdef str after
    cdef int code                   # of the field that follows
    cdef long long of_bits          # which numbers of a row its text depends on: masks
    cdef long long of_place
    cdef long long of_source
    cdef long long of_rel
    cdef long long of_more
    cdef long long bits             # those of the last row
    cdef long long place
    cdef long long source
    cdef long long rel
    cdef long long more
    cdef bytes text                 # and its text
    cdef dict texts                 # by these numbers

    cdef int begin(self) except? -1
    cdef int find(
        self, Page page, Py_ssize_t row, long long bits, long long place, long long source, long long rel,
        long long more,
    ) except? -1
    cdef bytes made(self, object found)
