cdef class RtfDecoder:
    cdef readonly SourceMap map
    cdef Bytes out
    cdef bytes source
    cdef Py_ssize_t passed, inside
    cdef bytes skipped, held
    cdef int recognised
    cdef readonly bint is_html
    cdef long long binary, fallback, font
    cdef int destination
    cdef long long[::1] groups
    cdef Py_ssize_t depth, known
    cdef bint begins, may_be_unknown
    cdef long long left
    cdef int high
    cdef object pending, page, code_page
    cdef dict fonts
    cdef long long declared, default_font
    cdef readonly object results
    cdef long long separated
