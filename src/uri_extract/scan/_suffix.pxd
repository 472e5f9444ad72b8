cdef class SuffixKernel(Kernel):
    cdef object marked              # returns True if a mark was removed between two offsets; or None
    cdef bint all_names, all_mails, wants_names, wants_mails
    cdef Py_ssize_t colon           # the next anchor of each kind, as far as searched
    cdef Py_ssize_t dot, at


cdef class LinkKernel(SuffixKernel):
    cdef public int links
