# The names of bytes in _plain.py, for its compiled variant.

from uri_extract._ascii cimport *
