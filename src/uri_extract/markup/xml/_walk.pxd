cdef class Reading:
    cdef readonly str attribute, kind, base
    cdef readonly bint name  # its references are names
    cdef readonly bint plain, checked


cdef class Plan:
    cdef readonly str vocabulary, local, shown
    cdef readonly object text
    cdef readonly int how
    cdef readonly bint base, template, special
    cdef readonly dict attributes, tags


cdef class Environment:
    cdef readonly dict prefixes
    cdef readonly list plans
    cdef public Py_ssize_t size
    cdef dict remembered

    cpdef tuple news(self, dict declared)
    cpdef tuple inside(self, dict declared)
    cpdef Environment inside_tag(self, object tag)
    cpdef remember(self, object tag, Environment inner)
    cpdef tuple meaning(self, str name, bint attribute=*)


cdef class Scope:
    cdef object name
    cdef Py_ssize_t count           # elements of its name that were open when it was opened, it among them
    cdef Environment environment
    cdef str base
    cdef object bases
    cdef Scope around
    cdef bint template


cdef class Scopes:
    cdef readonly Environment known, environment
    cdef tuple own
    cdef readonly object document_bases, bases
    cdef readonly dict counted
    cdef dict innermost             # by name
    cdef readonly list open
    cdef Environment outermost
    cdef readonly object outer_bases
    cdef readonly bint entered, template

    cpdef begin(self, str vocabulary)
    cpdef begin_in(self, Environment outermost)
    cpdef bint is_full(self) noexcept
    cpdef str no_namespace(self)
    cpdef tuple enter(self, object name, dict declared, str base)
    cpdef bint enter_known(self, object name, Environment environment) except? -1
    cdef push(self, object name, Environment environment, str base, object bases)
    cpdef opened(self, object name)
    cpdef closed(self, object name)
    cpdef enter_template(self)
    cpdef leave(self)
    cpdef tuple so_far(self, object bases)
    cpdef base_known(self, object bases)


cdef class Elements:
    cdef readonly object origin
    cdef readonly tuple own
    cdef readonly Scopes scopes
    cdef readonly Rows rows
    cdef public bint noted
    cdef readonly list css
    cdef public Plan plan
    cdef readonly bint based, empty
    cdef readonly LineCounter lines
    cdef readonly dict beside
    cdef readonly bytes window
    cdef long long[::1] table
    cdef readonly long long offset
    cdef list names
    cdef str vocabulary
    cdef bint root, repeatable
    cdef readonly set reported

    cpdef begin_window(self, bytes window, long long[::1] table, long long offset)
    cpdef str name(self, Py_ssize_t at)
    cdef str shown(self, Py_ssize_t at)
    cdef bytes spelling(self, Py_ssize_t at)
    cdef object key(self, Py_ssize_t at)
    cpdef Plan tag(self, Py_ssize_t at, Py_ssize_t count)
    cdef Plan enter_known(self, Py_ssize_t at)
    cdef bytes tag_bytes(self, Py_ssize_t at)
    cdef begin(self, Py_ssize_t at, Py_ssize_t count)
    cdef end_root(self, Plan plan, Py_ssize_t at)
    cpdef base_known(self, long long place, object bases, object problem)
    cdef Plan plan_of(self, Py_ssize_t at)
    cpdef dict values(self, Py_ssize_t at, Py_ssize_t count, object wanted)
    cdef str value(self, Py_ssize_t at)
    cdef str vocabulary_of(self, str namespace, str prefix, Py_ssize_t at)
    cpdef leave_empty(self)
    cpdef end(self, Py_ssize_t at)
    cpdef Reading place(self, Py_ssize_t at)


cdef class Content:
    cdef public int how
    cdef public object element
    cdef public long long start
    cdef public Py_ssize_t size
    cdef long long line        # the line at the start of the text,
    cdef long long line_start  # the start of that line,
    cdef long long counted     # and the place up to which lines were counted
    cdef public list parts     # the parts of its source, with their kinds
    cdef bint marked
    cdef bytes after           # the bytes after the last run

    cpdef LineCounter lines(self)
    cpdef list whole(self, long long end)


cdef bint span_is_ascii(bytes source, Py_ssize_t begin, Py_ssize_t end) noexcept


cdef class Escaped:
    cdef object element
    cdef readonly long long start
    cdef LineCounter lines
    cdef readonly bytes source
    cdef DecodedValue value
    cdef readonly bint unknown
    cdef object bases
    cdef Py_ssize_t at
    cdef object page


cdef class EscapedHtml:
    cdef object pool, origin, own, options
    cdef LineCounter lines  # counts nothing, if lines are not counted
    cdef Fragments fragments
    cdef list waiting       # texts whose rows were not added yet

    cpdef bint take(self, Content content, long long end, object bases) except? -1
    cpdef list read(self, Rows out, list covered, list masks, long long offset)


cdef class Walker:
    cdef public Content content
    cdef public list masks, verbatim, texts
    cdef bint decode_all, places
    cdef unsigned long long counting  # a filter for names that are counted: bits of their numbers, modulo 64
    cdef long long fresh              # the start of the text of the last start tag
    cdef bytes window
    cdef const unsigned char *data
    cdef Py_ssize_t colon             # the next colon in the window after the last place searched,
    cdef Py_ssize_t ampersand         # and the next "&"
    cdef long long offset
    cdef LineCounter lines
    cdef Rows found
    cdef object origin

    cdef inline bint holds(self, int byte, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t next(self, int byte, Py_ssize_t start) noexcept
    cdef bint is_usual(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint may_be_uri(self, Py_ssize_t start, Py_ssize_t end) noexcept
