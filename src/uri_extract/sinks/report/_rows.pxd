from uri_extract cimport limits
from uri_extract._compat._ascii cimport *
from uri_extract.rows._bytes_c cimport Bytes
