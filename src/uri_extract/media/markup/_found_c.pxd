# The types of _found.py, for its compiled variant.

from uri_extract._ascii cimport *
