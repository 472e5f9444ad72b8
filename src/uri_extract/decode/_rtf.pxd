cdef class RtfDecoder:
    cdef long long declared, default_font
    cdef readonly SourceMap map
    cdef readonly bint is_html
    cdef readonly object results
