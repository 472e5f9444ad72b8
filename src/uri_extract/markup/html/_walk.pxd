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


cdef class Values:
    cdef readonly bytes window
    cdef const unsigned char *data
    cdef bytes text             # the window, with references masked
    cdef unsigned char *masked
    cdef public list verbatim   # spans in which no character reference is decoded;
    cdef Py_ssize_t span_start  # the last one, which may be extended
    cdef Py_ssize_t span_end    # 0: none
    cdef Py_ssize_t colon       # the next colon after the last place searched,
    cdef Py_ssize_t ampersand   # and the next "&"
    cdef Py_ssize_t nearest     # neither is before this place
    cdef Py_ssize_t url_start   # of an image candidate
    cdef Py_ssize_t url_end
    cdef Py_ssize_t number      # the number of the current element; it is
    cdef bint pragma            # a meta with an http-equiv
    cdef bint url_property      # a meta whose content is a URL

    cpdef int take(self, bytes window) except? -1
    cpdef bytes source(self, Py_ssize_t size)
    cpdef bint may_refer(self, Py_ssize_t size) except? -1
    cdef inline void blank(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef int plain(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t candidate(self, Py_ssize_t i, Py_ssize_t end) noexcept
    cdef bint is_blank(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint is_web_uri(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint is_left(self, int byte, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint may_refer_in(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint refers(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint is_condition(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t host(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint may_hold_reference(self, Py_ssize_t start, Py_ssize_t end, int what) noexcept
    cdef inline bint holds(self, int byte, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t next(self, int byte, Py_ssize_t start) noexcept
    cdef bint cannot_refer(self, bint handler, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint navigates(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint names_scheme(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint may_mean_colon(self, Py_ssize_t start, Py_ssize_t end) noexcept


cdef class References(Values):
    cdef Rows found
    cdef LineCounter lines
    cdef public object bases
    cdef object origin
    cdef long long[::1] rows  # the rows of the tokenizer,
    cdef long long *tokens    # and a pointer to them
    cdef readonly long long offset
    cdef bint places
    cdef public list css, texts
    cdef Literals literals
    cdef Py_ssize_t tag       # the row of the current start tag; -1: no longer in the table
    cdef object name          # its name, if it has no number
    cdef Py_ssize_t ends      # the end of the current tag, if it contains a "&"
    cdef bint named           # the name was decoded
    cdef bint foreign

    cpdef int begin(self, Rows found, LineCounter lines, object bases, object origin, bint places) except? -1
    cdef object look_for_type(self, Py_ssize_t count)
    cdef int plain_literal(self, Py_ssize_t start, Py_ssize_t end, int what) except? -2
    cdef bint is_template(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef object element(self)


cdef class LinkLines(References):
    cdef object markup                  # while tokens are read
    cdef Py_ssize_t row_end             # of the tokenizer's rows
    cdef bytes href                     # of the last link
    cdef list spans                     # of the texts that were compared with it
    cdef Py_ssize_t size                # of the part of it that these have
    cdef int expected                   # what comes next
    cdef readonly long long undecided
    cdef long long end                  # of the last text
    cdef long long compared             # rows before it were


cdef class Walker(LinkLines):
    cdef Tokenizer tokenizer
    cdef Tree tree
    cdef bint decode_all
    cdef bint frames          # a frameset may follow
    cdef int watched          # the start tags that the tree needs; 0: all
    cdef int sheet            # the kind of the open style sheet
    cdef Py_ssize_t depth     # the number of elements open in it
    cdef long long fresh      # the start of the current element's text
    cdef bint tree_knows      # the tag was passed to the tree,
    cdef bint ignored         # which ignores it
    cdef bint written         # the tag was passed to markup
    cdef object island        # the kind of data block of the current script; None: a script
    cdef bint escaped_quotes  # its quotation marks are "&q;"

    cpdef int restart(self, Rows found, LineCounter lines, object bases, object origin, bint decode_all, bint places) except? -1
    cpdef int load(self, bytes window, long long offset) except? -1
    cpdef int release(self) except? -1
    cpdef int read_window(self, object markup, bytes window, long long offset, Links links) except? -1
