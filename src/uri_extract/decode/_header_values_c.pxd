# The types of _header_values.py, for its compiled variant.

from uri_extract._compat._ascii cimport *

cpdef str date_of(bytes value)
