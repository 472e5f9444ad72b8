# The types of _pieces.py, for its compiled variant.

from uri_extract.scan._hosts_c cimport Hosts


cdef class Pieces(Hosts):
    cdef public object pieces       # as an array for whoever reads them
    cdef long long[::1] piece
    cdef Py_ssize_t made            # pieces written, those of all rows
    cdef Py_ssize_t first           # the candidate's own first piece
    cdef int slashes                # behind its scheme's colon: 0, 1 or 2
    cdef bint printable             # "=3D" was seen in it: quoted-printable
    cdef int delimiter              # the last "=", "&" or "?" of the pieces that end in "="
    cdef Py_ssize_t behind          # where its piece behind the last break before or in the slashes begins
    cdef Py_ssize_t first_end       # where its first piece ends

    cdef Py_ssize_t hierarchy(self, Py_ssize_t i) noexcept
    cdef bint dotted(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t enclosed(self, Py_ssize_t begin, Py_ssize_t end) noexcept
    cdef bint break_mark(self, Py_ssize_t end) noexcept
    cdef bint quoted(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t soft(self, Py_ssize_t begin, Py_ssize_t end) noexcept
    cdef Py_ssize_t folded(self, Py_ssize_t begin, Py_ssize_t end) noexcept
    cdef bint breakable(self, Py_ssize_t end, Py_ssize_t j) noexcept
    cdef Py_ssize_t bare(self, Py_ssize_t begin, Py_ssize_t floor, Py_ssize_t end) noexcept
    cdef int weigh(self, long long signs, Py_ssize_t end) noexcept
    cdef bint ended(self, int byte) noexcept
    cdef bint prose(self, Py_ssize_t i) noexcept
    cdef void add(self, Py_ssize_t start, Py_ssize_t end) noexcept
