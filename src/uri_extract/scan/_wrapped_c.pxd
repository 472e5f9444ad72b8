# The types of _wrapped.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.scan._token_c cimport Token


cdef class WrappedReference(Token):
    cdef public object pieces       # as an array for callers
    cdef long long[::1] piece
    cdef Py_ssize_t made            # pieces written, those of all rows
    cdef Py_ssize_t first           # the candidate's own first piece
    cdef int slashes                # after its scheme's colon: 0, 1 or 2
    cdef bint printable             # "=3D" was seen in it: quoted-printable
    cdef int delimiter              # the last "=", "&" or "?" of the pieces that end in "="
    cdef Py_ssize_t last_begin      # where its piece after the last break before or in the slashes begins
    cdef Py_ssize_t first_end       # where its first piece ends
    cdef int depth                  # reply marks before it on its line
    cdef Py_ssize_t sign            # a comment sign after them, and where that ends
    cdef Py_ssize_t sign_end
    cdef bint broke                 # the last gap had a line break

    cdef void read_line(self) noexcept
    cdef Py_ssize_t gap(self, Py_ssize_t i, bint enclosed) noexcept
    cdef Py_ssize_t divided(self, Py_ssize_t end, bint enclosed) noexcept
    cdef Py_ssize_t next_literal(self, Py_ssize_t end) noexcept
    cdef bint is_one_string(self, Py_ssize_t end, Py_ssize_t j) noexcept
    cdef Py_ssize_t hierarchy(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t soft(self, Py_ssize_t begin, Py_ssize_t end) noexcept
    cdef void add(self, Py_ssize_t start, Py_ssize_t end) noexcept
