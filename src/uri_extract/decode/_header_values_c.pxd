from uri_extract._compat._ascii cimport *

cpdef str date_of(bytes value)
