# The names of bytes in _normalize.py, for its compiled variant.

from uri_extract._ascii cimport *
