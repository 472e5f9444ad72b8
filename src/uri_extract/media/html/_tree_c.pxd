# The types of _tree.py, for its compiled variant.

cdef class Tree:
    cdef public Py_ssize_t templates    # open
    cdef public bint frameset_ok    # nothing was seen yet that keeps a frameset away
    cdef bint head_may_come
    cdef bint frameset                  # there was one: nothing but frames up to the document's end
    cdef Py_ssize_t frames              # framesets open
    cdef bint form                      # open
    cdef Py_ssize_t tables              # open in the innermost template, or the document
    cdef int mode                       # what that template holds
    cdef list outer                     # both of those around it

    cpdef int restart(self) except? -1
    cpdef int watched(self) noexcept
    cpdef void text(self) noexcept
    cpdef bint open(self, int number, str name) except? -1
    cpdef bint foreign(self) noexcept
    cdef bint open_frame(self, int number) noexcept
    cpdef int close(self, int number) except? -1
