# Names of bytes for _lines.py, compiled.

from uri_extract._ascii cimport *
