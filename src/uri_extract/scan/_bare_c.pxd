# The types of _bare.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.scan._enclosed_c cimport EnclosedReference


cdef class BareReference(EnclosedReference):
    cdef public int joins
    cdef int confidence             # in per cent, of its weakest break

    cdef Py_ssize_t folded(self, Py_ssize_t begin, Py_ssize_t end) noexcept
    cdef Py_ssize_t bare(self, Py_ssize_t begin, Py_ssize_t floor, Py_ssize_t end) noexcept
    cdef Py_ssize_t before_word(self, Py_ssize_t end) noexcept
    cdef bint precedes_verb(self, Py_ssize_t first, Py_ssize_t end) noexcept
    cdef Py_ssize_t top_label_end(self) noexcept
    cdef Py_ssize_t added_literal(self, Py_ssize_t begin, Py_ssize_t end) noexcept
    cdef bint ends_comment(self, Py_ssize_t end) noexcept
    cdef int weigh(self, int signs, Py_ssize_t end) noexcept
