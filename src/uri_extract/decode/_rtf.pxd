cdef class RtfDecoder:
    cdef long long declared, default_font
