# Functions of _ipv4.py that other compiled kernels call.

from uri_extract._ascii cimport *


cpdef str numeric_ipv4(str host)
