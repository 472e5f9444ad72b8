# The types of _readings.py, for its compiled variant.

from uri_extract._compat._ascii cimport *
from uri_extract.rows cimport layout
from uri_extract.rows._rows_c cimport LineCounter, Rows
from uri_extract.scan cimport rows


cpdef Py_ssize_t add_scanned(
    Rows found, object windows, object row, long long start, long long end, long long line, long long column,
    object bases, object origin, object field=*, bint others=*,
) except? -1
cpdef int add_rows(
    Rows found, object windows, Py_ssize_t count, LineCounter lines, bint places, object bases, object origin,
    bint slices, list too_long,
) except? -1
cpdef int add_document(
    Rows found, object windows, bytes document, LineCounter lines, bint places, object bases, object origin,
    bint slices, list too_long,
) except? -1
cpdef int add_row(
    Rows found, object windows, object row, LineCounter lines, bint places, object bases, object origin, list too_long,
) except? -1
