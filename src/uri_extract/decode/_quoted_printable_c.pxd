# The types of _quoted_printable.py, for its compiled variant.

from uri_extract._ascii cimport *


cdef int hex_value(int byte) noexcept
