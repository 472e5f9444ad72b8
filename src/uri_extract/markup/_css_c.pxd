# The names of bytes in _css.py, for its compiled variant.

from uri_extract._compat._ascii cimport *
