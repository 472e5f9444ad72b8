from uri_extract._compat._ascii cimport *
