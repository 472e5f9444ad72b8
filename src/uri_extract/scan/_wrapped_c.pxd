# The types of _wrapped.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.scan._token_c cimport Token


cdef class WrappedReference(Token):
    cdef public object pieces       # as an array for callers
    cdef long long[::1] piece
    cdef Py_ssize_t made            # the number of pieces written, of all rows
    cdef Py_ssize_t first           # the candidate's own first piece
    cdef int slashes                # after its scheme's colon: 0, 1 or 2
    cdef bint printable             # "=3D" was seen in it: quoted-printable
    cdef int delimiter              # the last "=", "&" or "?" in the pieces that end in "="
    cdef Py_ssize_t last_begin      # start of the piece after the last break beside the slashes
    cdef Py_ssize_t first_end       # end of its first piece
    cdef int depth                  # reply marks before it on its line
    cdef Py_ssize_t sign            # start and end of the comment sign after them
    cdef Py_ssize_t sign_end
    cdef bint broke                 # the last gap had a line break

    cdef void read_line(self) noexcept
    cdef Py_ssize_t gap(self, Py_ssize_t i, bint enclosed) noexcept
    cdef bint names_item(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t divided(self, Py_ssize_t end, bint enclosed) noexcept
    cdef Py_ssize_t next_literal(self, Py_ssize_t end) noexcept
    cdef bint leaves_comment(self, Py_ssize_t j) noexcept
    cdef bint is_one_string(self, Py_ssize_t end, Py_ssize_t j) noexcept
    cdef bint is_in_literal(self, Py_ssize_t begin, int quote) noexcept
    cdef Py_ssize_t hierarchy(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t soft(self, Py_ssize_t begin, Py_ssize_t end) noexcept
    cdef void add(self, Py_ssize_t start, Py_ssize_t end) noexcept
