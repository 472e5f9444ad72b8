# The types of _ends.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.scan._text_c cimport Text


cdef class Candidate(Text):
    cdef Py_ssize_t max_reference
    cdef Py_ssize_t start           # of the candidate
    cdef Py_ssize_t line            # where its line begins; -1: too far before it, -2: not searched yet
    cdef int scheme_syntax          # what its scheme takes (uri/schemes.py), 0: the scheme is unknown
    cdef int opener                 # "<" or '"' if one is before it
    cdef int before                 # the byte before it and its prefix, 0 at the start
    cdef Py_ssize_t stop            # it cannot reach further: the window's end, the limit, a host that ends
    cdef Py_ssize_t cut             # where it would end in white space, when it is read on for a closing bracket
    cdef Py_ssize_t bar             # its first "|"
    cdef Py_ssize_t host_end
    cdef Py_ssize_t known           # up to where it was read as a host, all of it plain
    cdef int parens                 # open inside it
    cdef int brackets
    cdef int braces
    cdef Py_ssize_t bracket_begin   # from where on, and how far, the window was searched for a closing one
    cdef Py_ssize_t bracket_end
    cdef Py_ssize_t brace_begin
    cdef Py_ssize_t brace_end
    cdef int apostrophes
    cdef bint query
    cdef Py_ssize_t parameter       # where its last parameter begins, or the first "=" or "#" in it
    cdef bint bracketed             # it has brackets that are its own
    cdef bint beyond_ascii          # it has a character outside ASCII,
    cdef Py_ssize_t first_beyond    # where the first such character is, 0 if an escape or a dash comes first
    cdef bint western               # one in windows-1252
    cdef bint quoted_before         # it is in a string, where JSON's escapes mean what they mean there
    cdef int escaped                # what its backslashes are: rows.ESCAPED, rows.BACKSLASHES

    cdef void begin(self, Py_ssize_t start) noexcept
    cdef bint ends(self, Py_ssize_t i) noexcept
    cdef bint begins_label(self, Py_ssize_t i) noexcept
    cdef bint closed(self, Py_ssize_t i, int closer) noexcept
    cdef Py_ssize_t trim(self, Py_ssize_t floor, Py_ssize_t end) noexcept
