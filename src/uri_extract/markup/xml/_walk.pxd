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


cdef class Scopes:
    cdef readonly Environment known, environment
    cdef readonly object document_bases, bases
    cdef readonly dict counted
    cdef readonly list open
    cdef readonly object outer_bases
    cdef readonly bint entered, template

    cpdef begin(self, str vocabulary)
    cpdef begin_in(self, Environment outermost)
    cpdef bint is_full(self) noexcept
    cpdef str no_namespace(self)
    cpdef tuple enter(self, object name, dict declared, str base)
    cpdef bint enter_known(self, object name, Environment environment) except? -1
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
    cdef readonly long long offset
    cdef readonly set reported

    cpdef begin_window(self, bytes window, long long[::1] table, long long offset)
    cpdef str name(self, Py_ssize_t at)
    cdef str shown(self, Py_ssize_t at)
    cdef bytes spelling(self, Py_ssize_t at)
    cdef object key(self, Py_ssize_t at)
    cpdef Plan tag(self, Py_ssize_t at, Py_ssize_t count)
    cdef Plan enter_known(self, Py_ssize_t at)
    cdef begin(self, Py_ssize_t at, Py_ssize_t count)
    cpdef base_known(self, long long place, object bases, object problem)
    cpdef dict values(self, Py_ssize_t at, Py_ssize_t count, object wanted)
    cdef str value(self, Py_ssize_t at)
    cpdef leave_empty(self)
    cpdef end(self, Py_ssize_t at)
    cpdef Reading place(self, Py_ssize_t at)


cdef class Content:
    cdef public int how
    cdef public object element
    cdef public long long start
    cdef public Py_ssize_t size
    cdef public list parts     # the parts of its source, with their kinds

    cpdef LineCounter lines(self)
    cpdef list whole(self, long long end)


cdef bint span_is_ascii(bytes source, Py_ssize_t begin, Py_ssize_t end) noexcept


cdef class Escaped:
    cdef readonly long long start
    cdef LineCounter lines
    cdef readonly bytes source
    cdef readonly bint unknown


cdef class EscapedHtml:
    cdef object own
    cdef LineCounter lines  # counts nothing, if lines are not counted

    cpdef bint take(self, Content content, long long end, object bases) except? -1
    cpdef list read(self, Rows out, list covered, list masks, long long offset)


cdef class Walker:
    cdef public Content content
    cdef public list masks, verbatim, texts
    cdef const unsigned char *data
    cdef LineCounter lines
    cdef Rows found

    cdef inline bint holds(self, int byte, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t next(self, int byte, Py_ssize_t start) noexcept
    cdef bint is_usual(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint may_be_uri(self, Py_ssize_t start, Py_ssize_t end) noexcept
