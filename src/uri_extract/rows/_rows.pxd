cdef class LineCounter:
    cpdef int count_to(self, bytes window, long long offset, Py_ssize_t to) except? -1


cdef class LineStarts:
    cdef readonly object starts


cdef int ascii_reference(const unsigned char *data, Py_ssize_t at, Py_ssize_t end) noexcept


cdef class Pool:
    cpdef int clear(self) except? -1
    cpdef long long number(self, object value) except? -1
    cdef bint is_partial(self, long long begin) noexcept
    cpdef long long keep(self, object value) except? -1
    cpdef int replace(self, long long number, object value) except? -1
    # The numbers of recent objects, by bits of their addresses.
    cdef Py_ssize_t[16] recent


cdef class Table:
    cpdef long long get(self, Py_ssize_t row, Py_ssize_t column) except? -1
    cpdef int set(self, Py_ssize_t row, Py_ssize_t column, long long value) except? -1
    cpdef int add_bits(self, Py_ssize_t begin, Py_ssize_t end, long long bits, long long unless) except? -1
    cpdef int move_to(self, Py_ssize_t row, long long start, long long end, long long line, long long column) except? -1
    cdef bytes octets(self, Py_ssize_t row)
    cpdef bytes source_of(self, Py_ssize_t row)
    cpdef int set_raw(self, Py_ssize_t row, str raw) except? -1
    cpdef int set_element(self, Py_ssize_t row, object element) except? -1
    cpdef int set_script(self, Py_ssize_t row, object attribute) except? -1
    cpdef long long keep_text(self, bytes source, Py_ssize_t at, Py_ssize_t size) except? -1
    cpdef object attribute_of(self, Py_ssize_t row)
    cpdef int set_rel(self, Py_ssize_t row, object rel) except? -1
    cpdef Py_ssize_t before(self, long long place) except? -1
    cpdef int move(self, Table other, Py_ssize_t count) except? -1
    cpdef int append(self, Table other, Py_ssize_t begin, Py_ssize_t count) except? -1
    cpdef int drop(self, Py_ssize_t count) except? -1
    cpdef Py_ssize_t find(self, Py_ssize_t begin, tuple prefixes) except? -1
    cpdef Py_ssize_t first(self, long long mask, long long bits, Py_ssize_t begin) except? -1


cdef class Rows(Table):
    cdef inline Py_ssize_t begin(self, long long start, long long end, long long line, long long column, long long bits, object bases, object origin) except? -1
    cdef inline int prepare(self, Py_ssize_t count, object bases, object origin) except? -1
    cdef inline Py_ssize_t put(self, long long start, long long end, long long line, long long column, long long bits, long long text) noexcept
    cdef inline int set_place(self, Py_ssize_t at, object element, object attribute) except? -1
    cpdef Py_ssize_t copy(self, bytes source, Py_ssize_t begin, Py_ssize_t stop, long long start, long long line, long long column, long long bits, object bases, object origin, object element, object attribute, bint escaped=*, str raw=*) except? -1
    cpdef Py_ssize_t add(self, str reference, str raw, long long start, long long end, long long line, long long column, long long bits, object bases, object origin, object element=*, object attribute=*, object details=*) except? -1
    cpdef int note(self, long long kind, long long start, object value=*, long long end=*) except? -1
    cpdef Py_ssize_t scanned(self, bytes window, long long[::1] table, Py_ssize_t begin, Py_ssize_t count, long long offset, long long shift, LineCounter lines, object bases, object origin, object more=*, bint slices=*, long long[::1] pieces=*) except? -1
    cpdef int add_page(self, Page page) except? -1
    cpdef tuple take(self, Py_ssize_t count, bint others=*)
