# The names of bytes in _headers.py, for its compiled variant.

from uri_extract._ascii cimport *
