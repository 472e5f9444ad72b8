from uri_extract._compat._ascii cimport *
from uri_extract.rows._bytes_c cimport next_byte, part_of

cpdef str date_of(bytes value)
cpdef str plain_text(bytes value)
