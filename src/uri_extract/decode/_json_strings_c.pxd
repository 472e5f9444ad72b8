# The types of _json_strings.py, for its compiled variant.

from uri_extract._compat._ascii cimport *


cpdef bytes decoded(bytes raw)
