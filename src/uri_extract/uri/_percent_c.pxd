# The integers that _percent.py has, compiled.

from uri_extract._ascii cimport *
