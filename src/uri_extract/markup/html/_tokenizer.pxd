cdef class Context:
    cdef bytes window
    cdef const unsigned char *data
    cdef Py_ssize_t size            # the size of the window
    cdef const unsigned char *classes
    cdef const unsigned char *lower
    cdef unsigned long long *slots  # the tables of numbered names
    cdef int[::1] flags
    cdef int[::1] contents
    cdef public int kind            # the kind of the current run
    cdef public int ending          # the element whose text the run is
    cdef public int place           # HTML, SVG, MathML, or HTML in one of these
    cdef int level
    cdef long long[::1] around      # the number of open HTML elements, by element
    cdef int[::1] where             # the place of each level,
    cdef int[::1] opener            # the element that began it,
    cdef long long[::1] inner       # the open elements of the same name in it (at an integration point: of any name),
    cdef long long[::1] anchors     # and the open "a" elements in SVG, which HTML also has
    cdef public long long examined

    cdef int identify(self, Py_ssize_t start, Py_ssize_t end, int attribute) noexcept
    cdef int identify_prefix(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef long long namespace(self, int element) noexcept
    cdef bint cdata_allowed(self) noexcept


cdef class Runs(Context):
    cdef public object table    # the rows, as an array for readers
    cdef long long[::1] row
    cdef long long *cells       # a pointer to them
    cdef Py_ssize_t made        # the number of rows written, including those of an unfinished tag
    cdef public Py_ssize_t pos  # everything before it is settled: the current tag or run begins here
    cdef Py_ssize_t at          # where reading continues
    cdef Py_ssize_t dash, max_text
    cdef Py_ssize_t name_start  # the start of the tag's name
    cdef int escape
    cdef int state              # the state in a tag, 0 outside
    cdef bint end_tag
    cdef bint fresh             # no piece of the current run was written yet
    cdef bint final

    cpdef int restart(self) except? -1
    cdef Py_ssize_t find(self, int byte, Py_ssize_t i, Py_ssize_t stop) noexcept
    cdef Py_ssize_t search(self, int byte, Py_ssize_t i) noexcept
    cdef int spelled(self, Py_ssize_t i, bytes name, bint delimited) noexcept
    cdef bint pieces(self, Py_ssize_t end) noexcept
    cdef bint begin_run(self, Py_ssize_t less, int kind, Py_ssize_t start) noexcept
    cdef bint wait(self, Py_ssize_t less) noexcept
    cdef bint text_run(self) noexcept
    cdef bint declaration(self, Py_ssize_t less) noexcept
    cdef bint script_run(self) noexcept
    cdef Py_ssize_t dashes(self) noexcept
    cdef bint marked_run(self) noexcept
    cdef Py_ssize_t run_end(self, Py_ssize_t greater) noexcept


cdef class Tokenizer(Runs):
    cdef public object compiled
    cdef public Py_ssize_t count       # the number of finished rows
    cdef public bint need
    cdef Py_ssize_t max_tag
    cdef Py_ssize_t first              # rows before it are settled; those of the current tag begin here
    cdef Py_ssize_t attribute_start
    cdef Py_ssize_t name_end           # the end of the attribute's name
    cdef Py_ssize_t value_start
    cdef int quote
    cdef int element                   # of the current tag
    cdef long long bits                # the namespace of the current tag
    cdef unsigned long long seen       # its attributes, one bit for each number up to 63,
    cdef unsigned long long seen_high  # and from 64 on
    cdef bint everything
    cdef bint parted                   # rows of it were released before its end was read
    cdef bint dropping                 # inside a name or value that is longer than the limit
    cdef bint font_breaks_out, annotation_is_html

    cpdef int load(self, bytes window, Py_ssize_t pos, bint final) except? -1
    cpdef bint scan(self) except? -1
    cdef bint tag(self) noexcept
