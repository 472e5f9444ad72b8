cdef class Message:
    cdef public object document
    cdef object known_id

    cpdef int add_field(self, int kind, bytes value) except? -1
    cpdef object message_id(self)
    cpdef object name(self, str section)


cdef class Part:
    cdef public str reading

    cpdef str section(self)
    cpdef str filename(self)
    cpdef Part child(self)
    cpdef Part nested(self)
    cpdef object settle(self)


cdef class Fields:
    cpdef int next_field(self, bytes window, Py_ssize_t begin, Py_ssize_t end, bint every, bint described, bint final) except? -1


cpdef bint may_hold_scheme(bytes value) except -1


cdef class PartMap:
    cdef object of_text(self)


cpdef object origin_of(Part part, object document, bint in_header=*)
cpdef object base_of(Part part, object outermost)
cpdef object origin_of_text(Source source)


cdef class Texts:
    cpdef begin_file(self)
    cpdef insert(self, object other)
    cpdef end_message(self)
    cpdef separate(self, Py_ssize_t blank=*)
    cpdef add(self, bytes text, long long base, Source source, object lines=*)
    cpdef add_map(self, object text_map, Source source, object lines=*)
    cpdef add_text(self, bytes text)
    cpdef read(self, bint final=*, object take_file=*)
    cdef put(self, object files, object take_file)
    cdef add_row(self, object row, tuple segment)
    cdef too_long(self, long long start, tuple segment)
    cdef to_source(self, Py_ssize_t row, PartMap text_map)
    cdef fold(self, Py_ssize_t row, long long start, long long end)
    cdef count(self, long long position)
    cdef settle(self, long long end)


cpdef object to_file(Page page, object maps)


cdef class Header(Fields):
    cpdef bint take_reference(self, Part part, bytes window) except? -1
    cpdef problem(self, Part part, long long at, str kind, str message)
    cpdef long long line(self, bytes window, Py_ssize_t i) except? -1
    cpdef long long place(self, Py_ssize_t i) except? -1
    cdef header_over(self, Part part, bytes data, Py_ssize_t pos)
    cdef add_field(self, Part part, int kind, bytes data)
    cdef add_text(self, bytes data, Py_ssize_t begin, Py_ssize_t end, Source source, object lines)
    cdef too_long(self, Part part, bytes data, Py_ssize_t name)


cdef class Body:
    cpdef take(self, bytes window, Py_ssize_t begin, Py_ssize_t end, long long at)
    cpdef close(self)
    cpdef read(self, bytes text, bint final)


cdef class TextBody(Body):
    cdef list begin(self, bytes text, bint final)


cdef class Reader(Header):
    cpdef object choose_handling(self, Part part)
    cpdef object body_begins(self, Part part)
    cpdef begin(self, str document)
    cpdef end(self)
    cpdef begin_message(self, Part part)
    cpdef take(self, bytes data, long long at, Py_ssize_t begin=*, Py_ssize_t end=*)
    cpdef end_message(self)
    cpdef bint in_header(self, long long limit) except? -1
    cpdef nested_too_deep(self, Part part, str message)
    cpdef object handling_of(self, Part part)
    cdef pass_on(self, bytes data, Py_ssize_t begin, Py_ssize_t end)
    cdef opened(self, Part part, bytes boundary)
    cdef close(self, Py_ssize_t depth, bint closes, bytes data, Py_ssize_t pos)
