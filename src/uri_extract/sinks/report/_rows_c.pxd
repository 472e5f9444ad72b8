# The integers that _rows.py has, compiled.

from uri_extract._ascii cimport *
