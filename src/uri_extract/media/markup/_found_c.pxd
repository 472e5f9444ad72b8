# The types of _found.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.pages cimport layout
from uri_extract.pages._line_counter_c cimport LineCounter
from uri_extract.pages._rows_c cimport Rows


cdef Py_ssize_t add_reference(
    str text, Py_ssize_t start, Py_ssize_t end, bytes window, long long offset, Rows rows, LineCounter lines,
    long long delimiter, object bases, object origin, object element, object attribute,
) except? -1
