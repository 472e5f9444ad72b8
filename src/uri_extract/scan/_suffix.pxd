cdef class LinkKernel(SuffixKernel):
    cdef public int links
