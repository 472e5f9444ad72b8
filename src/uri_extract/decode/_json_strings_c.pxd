from uri_extract._compat._ascii cimport *


cpdef bytes decoded(bytes raw)
