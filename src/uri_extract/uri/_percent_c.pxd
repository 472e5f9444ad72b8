# What others call of _percent.py, compiled, and the integers that it has.

from uri_extract._ascii cimport *


cpdef bytes decoded(bytes octets)
