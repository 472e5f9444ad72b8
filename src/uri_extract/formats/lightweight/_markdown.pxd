cdef class Blocks:
    cdef bytes window
    cdef readonly object neutral
    cdef unsigned char *data      # a pointer to the copy
    cdef readonly list verbatim
    cdef public Py_ssize_t examined
    cdef Py_ssize_t failed        # the bytes that may still be read in unsuccessful searches
    cdef readonly list links
    cdef list openers             # the places of open brackets, doubled, plus 1 for an image
    cdef Py_ssize_t inactive      # the number of these that contain a link and cannot begin one
    cdef dict runs                # the last run of each number of backticks in this block; None: unknown
    cdef Py_ssize_t start         # the span of a destination
    cdef Py_ssize_t stop
    cdef Py_ssize_t paragraph     # the start of the open paragraph; -1: none
    cdef Py_ssize_t paragraph_end
    cdef int leaf                 # the kind of the open leaf block that is not a paragraph
    cdef int fence                # the sign of its fence
    cdef Py_ssize_t fence_size
    cdef object html_ends         # the ends of an HTML block; None: an empty line
    cdef Py_ssize_t i             # the current place in a line
    cdef Py_ssize_t column        # its column; a tab may be read in part
    cdef Py_ssize_t next          # the next byte that is not a blank
    cdef Py_ssize_t indent        # the columns up to there
    cdef readonly Py_ssize_t pos  # everything before it is settled
    cdef readonly list cuts       # the places where blocks were cut
    cdef bint final
    cdef bint begun               # front matter was read
    cdef Py_ssize_t at            # the next line
    cdef object stack             # the open containers: the indentation that a list item needs, 0 for a block quote
    cdef unsigned char *indents   # a pointer to the stack
    cdef int depth

    cdef Py_ssize_t blanks(self, Py_ssize_t i, Py_ssize_t end) noexcept
    cdef Py_ssize_t angle(self, Py_ssize_t i, Py_ssize_t end) except? -2
    cdef Py_ssize_t mailbox(self, Py_ssize_t i, Py_ssize_t end) noexcept
    cdef Py_ssize_t find(self, bytes sign, Py_ssize_t i, Py_ssize_t end) except? -2
    cdef Py_ssize_t tag(self, Py_ssize_t i, Py_ssize_t end) except? -2
    cdef Py_ssize_t resource(self, Py_ssize_t i, Py_ssize_t end) except? -2
    cdef Py_ssize_t destination(self, Py_ssize_t i, Py_ssize_t end) except? -2
    cdef Py_ssize_t title(self, Py_ssize_t i, Py_ssize_t end) except? -2
    cdef Py_ssize_t definition(self, Py_ssize_t i, Py_ssize_t end) except? -2
    cdef bint is_rule(self, Py_ssize_t stop) noexcept
    cpdef int restart(self) except? -1
    cpdef int load(self, bytes window, Py_ssize_t start, bint final) except? -1
    cpdef bint scan(self) except? -1
