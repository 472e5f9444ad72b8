from uri_extract cimport limits
from uri_extract._compat._ascii cimport *
from uri_extract.markup cimport rows
from uri_extract.formats.office cimport vocabulary as roles
from uri_extract.markup.xml cimport names
from uri_extract.rows cimport layout
from uri_extract.rows._bytes_c cimport next_byte


cdef class Names:
    cdef readonly bytes window
    cdef long long offset
    cdef long long[::1] table
    cdef dict roles
    cdef bint is_opc
    cdef list names, elements, shown, local, attributes
    cdef set prefixes

    cdef int take(self, bytes window, long long offset, long long[::1] table) except? -1
    cdef bytes name(self, Py_ssize_t at)
    cdef int role_of(self, bytes name) except? -1
    cdef int kind_of(self, bytes name) except? -1
    cdef dict values(self, Py_ssize_t first, Py_ssize_t after)
    cdef str value(self, Py_ssize_t start, Py_ssize_t end)
    cdef str value_of(self, dict values, str name)
    cdef int declare(self, Py_ssize_t first, Py_ssize_t after) except? -1


cdef class Piece:
    cdef bytes text
    cdef long long place, size
    cdef int version
    cdef object element


cdef list pieces_of(bytes run, long long place, int version, object element)


cdef class JoinedText:
    cdef list pieces
    cdef list starts  # of the pieces, in the text
    cdef readonly bytes text

    cdef Py_ssize_t at(self, Py_ssize_t position) except? -1


cdef class Reference:
    cdef readonly long long start, end
    cdef readonly str text
    cdef readonly long long delimiter
    cdef readonly str element
    cdef readonly object attribute, rel
    cdef readonly list shown
    cdef public bint partial


cdef class Unit:
    cdef readonly long long start
    cdef readonly bint is_open
    cdef list pieces
    cdef readonly list references
    cdef bint deleted  # some text was deleted

    cdef int begin(self, long long start) except? -1
    cdef int separate(self, long long place) except? -1
    cdef int add(self, Piece added) except? -1


cdef class OpenLink:
    cdef list texts, instruction
    cdef bint in_instruction, is_link
    cdef str element


cdef class Links(Names):
    cdef readonly Unit unit
    cdef str element
    cdef object cells
    cdef bint keeps_cells
    cdef object scanner, package
    cdef str part
    cdef dict relationships
    cdef list links, fields, runs, branches
    cdef tuple clicked
    cdef bint reported      # a unit that was too long
    cdef long long repeated # characters of targets that were used again
    cdef bint left_out      # a use of a relationship

    cdef bint is_held(self) except? -1
    cdef int begin_unit(self, long long start) except? -1
    cdef int end_text(self, long long start) except? -1
    cdef int check_size(self, long long start) except? -1
    cdef int flush(self, long long end) except? -1
    cdef int add(self, Piece piece) except? -1
    cdef int show(self, bytes text) except? -1
    cdef int add_apart(self, list pieces, long long start) except? -1
    cdef int refer(self, str text, long long start, long long end, long long delimiter, object attribute, object rel, list texts) except? -1
    cdef bint use(self, str name, Py_ssize_t start, Py_ssize_t end, dict values, list texts) except? -1
    cdef bint may_repeat(self, long long size, long long start) except? -1
    cdef bint click(self, str name, Py_ssize_t start, Py_ssize_t end, dict values) except? -1
    cdef int end_run(self) except? -1
    cdef int relationship(self, dict values) except? -1
    cdef int attribute_text(self, str name, Py_ssize_t start, Py_ssize_t end) except? -1
    cdef int href(self, str name, Py_ssize_t start, Py_ssize_t end, tuple relative, list texts) except? -1
    cdef int begin_field(self, long long start) except? -1
    cdef int end_instruction(self, long long start) except? -1
    cdef int simple_field(self, Py_ssize_t start, Py_ssize_t end, list texts) except? -1
    cdef int formula(self, list pieces, object attribute) except? -1
    cdef bint add_link(self, list pieces, long long delimiter, object attribute, list texts) except? -1
    cdef int add_reference(self, JoinedText joined, object link, long long delimiter, object attribute, list texts) except? -1


cdef bint uri_like(str text) except? -1


cdef class OfficeMarkup(Links):
    cdef readonly bint always
    cdef tuple relative
    cdef int role
    cdef bint loose
    cdef Py_ssize_t paragraphs, inserted

    cdef Py_ssize_t start_tag(self, Py_ssize_t at, Py_ssize_t total) except? -1
    cdef int begin(self, int role, long long start, long long end, bint empty, dict values) except? -1
    cdef int begin_run(self) except? -1
    cdef int field_character(self, long long start, str kind) except? -1
    cdef int end_tag(self, int role, long long start) except? -1
    cdef int attribute(self, Py_ssize_t at, dict values) except? -1
    cdef list link_texts(self)
    cdef bint identifier(self, str name, Py_ssize_t start, Py_ssize_t end, dict values) except? -1
    cdef int text(self, Py_ssize_t start, Py_ssize_t end, bint verbatim) except? -1
