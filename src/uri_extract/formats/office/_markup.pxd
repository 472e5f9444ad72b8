cdef class Names:
    cdef readonly bytes window
    cdef long long offset
    cdef long long[::1] table
    cdef dict roles
    cdef bint is_opc
    cdef list names, elements, shown, local, attributes
    cdef set prefixes

    cdef bytes name(self, Py_ssize_t at)
    cdef dict values(self, Py_ssize_t first, Py_ssize_t after)
    cdef str value(self, Py_ssize_t start, Py_ssize_t end)
    cdef str value_of(self, dict values, str name)


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


cdef class OfficeMarkup(Links):
    cdef readonly bint always
    cdef tuple relative
    cdef int role
    cdef bint loose
    cdef Py_ssize_t paragraphs, inserted

    cdef list link_texts(self)
