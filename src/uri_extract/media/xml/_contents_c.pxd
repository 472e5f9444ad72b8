# The types of _contents.py, for its compiled variant.

from uri_extract.pages._line_counter_c cimport LineCounter


cdef class Content:
    cdef public int how
    cdef public object element
    cdef public long long start
    cdef public Py_ssize_t size
    cdef public LineCounter lines       # up to its start
    cdef public list parts              # of its source, each with what it is
    cdef bint marked
    cdef bytes after                    # what follows the last run

    cdef int begin(self, int how, object element, long long start, LineCounter lines) except? -1
    cdef bint take(self, int kind, long long place, bytes window, Py_ssize_t begin, Py_ssize_t end) except? -1
    cdef int add(self, int how, bytes part) except? -1
