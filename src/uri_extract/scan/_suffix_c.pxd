from uri_extract cimport limits
from uri_extract._compat._ascii cimport *
from uri_extract.scan cimport classes, rows
from uri_extract.scan._kernel_c cimport (
    Kernel, Text, blanks_end, character_end, has_dot, is_dated, is_identifier, is_undivided, local_part, next_blank,
)
from uri_extract.uri cimport schemes


cdef Py_ssize_t after_footnote(Text text, Py_ssize_t start, Py_ssize_t dot, Py_ssize_t end) noexcept
cdef Py_ssize_t first_label(Text text, Py_ssize_t low, Py_ssize_t dot) noexcept
cdef bint follows_soft_break(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t ipv4_end(Text text, Py_ssize_t start, Py_ssize_t end) noexcept
cdef bint is_continued(Text text, Py_ssize_t i) noexcept
cdef bint is_plausible(Text text, Py_ssize_t start, Py_ssize_t dot, Py_ssize_t end) noexcept
cdef bint is_server_label(Text text, Py_ssize_t start, Py_ssize_t dot) noexcept
cdef Py_ssize_t port_end(Text text, Py_ssize_t i) noexcept


cdef class SuffixKernel(Kernel):
    cdef object marked              # returns True if a mark was removed between two offsets; or None
    cdef bint all_names, all_mails, wants_names, wants_mails
    cdef Py_ssize_t colon           # the next anchor of each kind, as far as searched
    cdef Py_ssize_t dot, at

    cdef Py_ssize_t find(self, int byte, Py_ssize_t pos, Py_ssize_t limit) noexcept
    cdef Py_ssize_t anchor(self, Py_ssize_t pos) noexcept
    cdef bint rejects(self, bint answer, str reason) noexcept
    cdef bint is_marked(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t run(self, Py_ssize_t i) noexcept
    cdef bint ends_known(self, Py_ssize_t start, Py_ssize_t end, bint special) noexcept
    cdef Py_ssize_t suffix(self, Py_ssize_t dot) noexcept
    cdef Py_ssize_t delimited(self, Py_ssize_t end) noexcept
    cdef Py_ssize_t local(self, Py_ssize_t at) noexcept
    cdef Py_ssize_t mailbox(self, Py_ssize_t at) noexcept


cdef class LinkKernel(SuffixKernel):
    cdef public int links

    cdef Py_ssize_t after_middle_dot(self, Py_ssize_t start, Py_ssize_t dot) noexcept
    cdef bint is_name(self, Py_ssize_t start, Py_ssize_t dot, Py_ssize_t end) noexcept
    cdef Py_ssize_t authority_end(self, Py_ssize_t end) noexcept
