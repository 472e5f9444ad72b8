# Functions of _host_names.py that other compiled kernels call.

from uri_extract._ascii cimport *
from uri_extract.uri cimport host_characters
from uri_extract.uri._ipv4_c cimport numeric_ipv4
from uri_extract.uri._kernel_c cimport exact
from uri_extract.uri._percent_c cimport decoded
from uri_extract.uri._punycode_c cimport decode, encode as to_punycode


cpdef str u_label(str label)
