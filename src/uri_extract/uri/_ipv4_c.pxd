# What others call of _ipv4.py, compiled, and the integers that it has.

from uri_extract._ascii cimport *


cpdef str numeric_ipv4(str host)
