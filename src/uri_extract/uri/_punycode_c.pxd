# The integers that _punycode.py has, compiled.

from uri_extract._ascii cimport *
