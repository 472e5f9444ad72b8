cdef class Text:
    cdef const unsigned char *data


cdef class Word:
    cdef int most
    cdef int letters, lower, words, dots, delimiters, underscores, slashes, hyphens, opened


cdef class Kernel(Text):
    cdef int scheme_syntax, opener, before, escaped, slashes, delimiter, depth, confidence
    cdef int parens  # open inside it
    cdef int escaped_brackets  # open inside it, each after a backslash
    cdef int brackets, braces
    cdef Py_ssize_t bracket_begin  # where the search for a closing bracket began, and where it ended
    cdef Py_ssize_t bracket_end, brace_begin, brace_end
    cdef int apostrophes
    cdef public Py_ssize_t count    # rows written

    cdef bytes tail(self, Py_ssize_t begin, Py_ssize_t end)
    cdef inline bint cannot_be_scheme(self, Py_ssize_t colon) noexcept
    cdef inline Py_ssize_t usual(self, Py_ssize_t colon) noexcept
