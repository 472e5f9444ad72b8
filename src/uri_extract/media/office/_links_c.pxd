# The types of _links.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract.media.office._names_c cimport Names
from uri_extract.media.office._unit_c cimport JoinedText, Piece, Reference, Unit, pieces_of
from uri_extract.pages cimport layout


cdef class OpenLink:
    cdef list texts
    cdef list instruction
    cdef bint in_instruction
    cdef bint is_link
    cdef str element


cdef class Links(Names):
    cdef readonly Unit unit
    cdef str element
    cdef object cells
    cdef bint keeps_cells
    cdef object scanner
    cdef object package
    cdef str part
    cdef dict relationships
    cdef list links
    cdef list fields
    cdef list runs
    cdef list branches
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
    cdef int refer(
        self, str text, long long start, long long end, long long delimiter, object attribute, object rel, list texts,
    ) except? -1
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
    cdef int add_reference(
        self, JoinedText joined, object link, long long delimiter, object attribute, list texts,
    ) except? -1


cdef bint uri_like(str text) except? -1
