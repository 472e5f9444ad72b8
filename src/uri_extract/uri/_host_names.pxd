from uri_extract._compat._ascii cimport *
from uri_extract.uri cimport host_characters
from uri_extract.uri._kernel_c cimport decoded, exact, numeric_ipv4

cpdef str to_punycode(str label)
cpdef str from_punycode(bytes encoded)
cpdef str u_label(str label)
