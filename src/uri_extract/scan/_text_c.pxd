# The types of _text.py, for its compiled variant.

cdef class Text:
    cdef bytes window
    cdef const unsigned char *data
    cdef const unsigned char *flags
    cdef const unsigned char *classes
    cdef Py_ssize_t size            # bytes in the window
    cdef public bint need           # a decision depends on bytes after the window
    cdef public long long examined

    cdef int peek(self, Py_ssize_t i) noexcept
