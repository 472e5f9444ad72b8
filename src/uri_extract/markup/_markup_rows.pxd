cdef class Windows:
    cdef readonly object tokenizer
    cdef readonly bytes window
    cdef readonly long long offset
    cdef list chunks      # waiting, after the bytes that are kept of the window
    cdef Py_ssize_t held  # their size

    cpdef int restart(self) except? -1
    cpdef bint take(self, bytes chunk, bint final=*) except? -1


cdef class Links:
    cdef long long[::1] rows  # the rows of the tokenizer,
    cdef long long *tokens    # and a pointer to them
    cdef bytearray elements, attributes
    cdef object decode, value
    cdef bint closing
    cdef dict relations       # decoded relations, by their source
    cdef object markup        # while rows are read
    cdef Rows found
    cdef str decoded          # the text of the open link so far: its beginning, if the rest is long,
    cdef list parts           # the rest, undecoded,
    cdef Py_ssize_t size      # and the bytes of that, with the current run,
    cdef Py_ssize_t start     # which is in the window
    cdef Py_ssize_t end       # 0: none
    cdef long long hiding     # the number of the open element whose text is not shown,
    cdef int hidden           # and how many of them are open
    cdef bytes window
    cdef public long long waiting
    cdef long long begun      # the start of the text, -1 in a start tag that is longer than what is held of it
    cdef long long tag        # the start tag of the last link

    cpdef int close(self, Rows found) except? -1
    cdef bint hides(self, long long number, bint foreign) noexcept
    cdef long long simple(self, const unsigned char *data, Py_ssize_t begin, Py_ssize_t end) except? -2


cdef class HeldRows(Rows):
    cdef readonly long long most
    cdef public bint holds  # until the base is known, or the limit is reached
    cdef readonly bint released
    cdef Py_ssize_t seen
    cdef long long css_end

    cpdef int fill(self, object markup, Rows texts, long long settled, bint final) except? -1
    cpdef Py_ssize_t finished(self, object markup, object bases, bint final) except? -1
    cpdef object next_page(self, object markup, Rows texts, object bases, long long settled, bint final, bint has_base)
    cpdef object page(self, Py_ssize_t count, object markup, Rows texts, bint has_base)
