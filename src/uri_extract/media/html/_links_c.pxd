# The types of _links.py, for its compiled variant.

cdef class Links:
    cdef long long[::1] rows            # the tokenizer's, and
    cdef long long *tokens              # the same without its frame
    cdef bytearray elements
    cdef bytearray attributes
    cdef bint closing
    cdef public list done
    cdef list parts                     # of the text of the link at hand, and
    cdef Py_ssize_t start               # a run of it in the window
    cdef Py_ssize_t end                 # 0: none
    cdef bytes window
    cdef bint telling                   # it may be a URI
    cdef public long long waiting
    cdef long long begun                # where the text begins
    cdef long long tag                  # where the start tag begins that was the last one of a link

    cdef int text(self, Py_ssize_t start, Py_ssize_t end) except? -1
    cdef bint holds(self, int byte, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef int keep(self) except? -1
    cdef int apart(self) except? -1
