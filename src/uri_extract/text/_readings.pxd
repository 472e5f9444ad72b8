from uri_extract.scan._kernel cimport Windows


cpdef Py_ssize_t add_scanned(
    Rows found, object windows, object row, long long start, long long end, long long line, long long column,
    object bases, object origin, object field=*, bint others=*,
) except? -1


cdef class WholeTexts:
    cdef readonly Windows windows


cdef class Reader:
    cdef WholeTexts whole
    cdef Rows found
