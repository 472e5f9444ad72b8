cdef class Text:
    cdef bytes window
    cdef const unsigned char *data
    cdef const unsigned char *flags
    cdef const unsigned char *classes
    cdef Py_ssize_t size            # bytes in the window
    cdef public bint need           # a decision depends on bytes after the window
    cdef public long long examined


cdef class Word:
    cdef Text text
    cdef Py_ssize_t begin, stop, i, after, dot, host
    cdef int before, last, signs, letters, lower, words, most, dots, delimiters, underscores, slashes, hyphens, opened
    cdef bint bad, impossible, address, segment, call


cdef class Kernel(Text):
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
    cdef Py_ssize_t user            # where its userinfo begins, 0 without one
    cdef Py_ssize_t known           # the end of the part already read as a host, all of it plain
    cdef int parens                 # open inside it
    cdef int escaped_brackets       # open inside it, each after a backslash
    cdef int brackets, braces
    cdef Py_ssize_t bracket_begin   # where the search for a closing bracket began, and where it ended
    cdef Py_ssize_t bracket_end, brace_begin, brace_end
    cdef int apostrophes
    cdef bint query
    cdef Py_ssize_t parameter       # where its last parameter begins, or the first "=" or "#" in it
    cdef bint bracketed             # a pair of brackets belongs to it
    cdef bint beyond_ascii          # it has a character outside ASCII
    cdef Py_ssize_t first_beyond    # where the first such character is, 0 if an escape or a dash comes first
    cdef bint western               # it has such a character in windows-1252
    cdef bint quoted_before         # a quotation mark or apostrophe is before it, so JSON's escapes are decoded
    cdef int escaped                # the meaning of its backslashes: rows.ESCAPED, rows.BACKSLASHES
    cdef public object pieces       # as an array for callers
    cdef long long[::1] piece
    cdef Py_ssize_t made            # the number of pieces written, of all rows
    cdef Py_ssize_t first           # the candidate's own first piece
    cdef int slashes                # after its scheme's colon: 0, 1 or 2
    cdef bint printable             # "=3D" was seen in it: quoted-printable
    cdef int delimiter              # the last "=", "&" or "?" in the pieces that end in "="
    cdef Py_ssize_t last_begin      # start of the piece after the last break beside the slashes
    cdef Py_ssize_t first_end       # end of its first piece
    cdef int depth                  # reply marks before it on its line
    cdef Py_ssize_t sign            # start and end of the comment sign after them
    cdef Py_ssize_t sign_end
    cdef bint broke                 # the last gap had a line break
    cdef bint filtered              # it is a link of a mail filter, whose end has not come
    cdef bint operated              # an operator was before the last literal, or after the one before it
    cdef Py_ssize_t label_end       # the ">" after its label, if it has one
    cdef public int joins
    cdef int confidence             # in per cent, of its weakest break
    cdef public Py_ssize_t low      # where the last reference ended
    cdef bint glued                 # a word is before the candidate's scheme, without a blank
    cdef public object compiled
    cdef public object table        # the rows, as an array for callers
    cdef public Py_ssize_t count    # rows written
    cdef public Py_ssize_t pos
    cdef public long long cost
    cdef public long long offset    # of the window in the document
    cdef Py_ssize_t labelled        # the last colon of "URL:"
    cdef long long[::1] row
    cdef bint final

    cdef bytes tail(self, Py_ssize_t begin, Py_ssize_t end)
    cdef inline bint cannot_be_scheme(self, Py_ssize_t colon) noexcept
    cdef inline Py_ssize_t usual(self, Py_ssize_t colon) noexcept


cdef class Windows:
    cdef bint lent
    cdef readonly object kernel
    cdef readonly bint decides
    cdef readonly bytes window
    cdef readonly long long offset
    cdef readonly bint is_seam
    cdef readonly long long decided
    cdef long long low      # where the last reference ended
    cdef bytes kept         # the bytes kept before the next chunk; they begin at `begin`
    cdef long long begin
    cdef list chunks
    cdef long long held, wanted

    cpdef int restart(self) except? -1
    cpdef int take_whole(self, bytes document) except? -1
