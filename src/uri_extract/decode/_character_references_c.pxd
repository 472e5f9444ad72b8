# The names of bytes in _character_references.py, for its compiled variant.

from uri_extract._ascii cimport *
