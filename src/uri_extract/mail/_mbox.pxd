cdef class EnvelopeSplitter:
    cdef readonly Reader reader
