# The types of _ends.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.scan._text_c cimport Text


cdef class Candidate(Text):
    cdef Py_ssize_t max_reference
    cdef Py_ssize_t start           # of the candidate
    cdef Py_ssize_t line            # where its line begins; -1: too far before it, -2: not searched yet
    cdef int scheme_syntax          # the syntax of its scheme (uri/schemes.py); 0: the scheme is unknown
    cdef int opener                 # "<" or '"' if one is before it
    cdef int before                 # the byte before it and its prefix, 0 at the start
    cdef Py_ssize_t stop            # its last possible end: that of the window, the limit, or of its host
    cdef Py_ssize_t cut             # where it would end in white space, while its closing bracket is searched for
    cdef Py_ssize_t bar             # its first "|"
    cdef Py_ssize_t expression      # the bracket of the first expression of a program in it or after it, or -1
    cdef Py_ssize_t host_end
    cdef Py_ssize_t known           # the end of the part already read as a host, all of it plain
    cdef int parens                 # open inside it
    cdef int brackets
    cdef int braces
    cdef Py_ssize_t bracket_begin   # where the search for a closing bracket began, and where it ended
    cdef Py_ssize_t bracket_end
    cdef Py_ssize_t brace_begin
    cdef Py_ssize_t brace_end
    cdef int apostrophes
    cdef bint query
    cdef Py_ssize_t parameter       # where its last parameter begins, or the first "=" or "#" in it
    cdef bint bracketed             # a pair of brackets belongs to it
    cdef bint beyond_ascii          # it has a character outside ASCII
    cdef Py_ssize_t first_beyond    # where the first such character is, 0 if an escape or a dash comes first
    cdef bint western               # it has such a character in windows-1252
    cdef bint quoted_before         # a quotation mark or apostrophe is before it, so JSON's escapes are decoded
    cdef int escaped                # the meaning of its backslashes: rows.ESCAPED, rows.BACKSLASHES

    cdef void begin(self, Py_ssize_t start) noexcept
    cdef bint ends(self, Py_ssize_t i) noexcept
    cdef void note_expression(self, Py_ssize_t i) noexcept
    cdef bint is_partial(self, Py_ssize_t end) noexcept
    cdef bint begins_label(self, Py_ssize_t i) noexcept
    cdef bint closed(self, Py_ssize_t i, int closer) noexcept
    cdef Py_ssize_t trim(self, Py_ssize_t floor, Py_ssize_t end) noexcept
    cdef bint is_pattern(self, Py_ssize_t end) noexcept
