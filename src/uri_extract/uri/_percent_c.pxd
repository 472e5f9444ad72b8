# Functions of _percent.py that other compiled kernels call.

from uri_extract._ascii cimport *


cpdef bytes decoded(bytes octets)
