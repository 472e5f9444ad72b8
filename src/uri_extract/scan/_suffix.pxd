from uri_extract cimport limits
from uri_extract._compat._ascii cimport *
from uri_extract.scan cimport classes, rows
from uri_extract.scan._kernel_c cimport (
    Kernel, Text, blanks_end, character_end, has_dot, is_dated, is_identifier, is_undivided, local_part, next_blank,
)
from uri_extract.uri cimport schemes


cdef class SuffixKernel(Kernel):
    cdef object marked              # returns True if a mark was removed between two offsets; or None
    cdef bint all_names, all_mails, wants_names, wants_mails
    cdef Py_ssize_t colon           # the next anchor of each kind, as far as searched
    cdef Py_ssize_t dot, at


cdef class LinkKernel(SuffixKernel):
    cdef public int links
