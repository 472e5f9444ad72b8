# The names of bytes in _quoted_printable.py, for its compiled variant.

from uri_extract._ascii cimport *
