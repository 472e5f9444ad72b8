# The integers that _rows.py has, compiled.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.pages._bytes_c cimport Bytes
