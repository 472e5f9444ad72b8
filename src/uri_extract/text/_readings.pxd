from uri_extract.scan._kernel cimport Windows


cpdef Py_ssize_t add_scanned(
    Rows found, object windows, object row, long long start, long long end, long long line, long long column,
    object bases, object origin, object field=*, bint others=*,
) except? -1
cpdef int add_rows(
    Rows found, object windows, Py_ssize_t count, LineCounter lines, bint places, object bases, object origin,
    bint slices, list too_long,
) except? -1
cpdef int add_row(
    Rows found, object windows, object row, LineCounter lines, bint places, object bases, object origin, list too_long,
) except? -1


cdef class WholeTexts:
    cdef readonly Windows windows

    cpdef bint read(self, Rows found, bytes text, object bases, object origin, bint slices) except? False


cdef class Reader:
    cdef WholeTexts whole
    cdef Rows found

    cdef object read(self, bytes text, object base, object origin, object on_problem)
    cpdef int serve(self, tuple options) except? -1
    cpdef object page(self, bytes text, object base, object origin, object on_problem)
