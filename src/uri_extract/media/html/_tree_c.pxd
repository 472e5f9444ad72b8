# The types of _tree.py, for its compiled variant.

from uri_extract.media.html cimport elements


cdef class Tree:
    cdef public Py_ssize_t templates  # the number of open templates
    cdef public bint frameset_ok      # nothing that rules out a frameset was seen yet
    cdef bint head_may_come
    cdef bint frameset                # after a frameset, only frames count
    cdef Py_ssize_t frames            # the number of open framesets
    cdef bint form                    # a form is open
    cdef Py_ssize_t tables            # the number of open tables in the innermost template, or in the document
    cdef int mode                     # the content of the innermost template
    cdef list outer                   # both values of the outer templates

    cpdef int restart(self) except? -1
    cpdef int watched(self) noexcept
    cpdef void text(self) noexcept
    cpdef bint open(self, int number, str name) except? -1
    cpdef bint foreign(self) noexcept
    cdef bint open_frame(self, int number) noexcept
    cpdef int close(self, int number) except? -1
