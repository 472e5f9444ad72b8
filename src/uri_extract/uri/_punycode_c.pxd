# The integers that _punycode.py has, compiled.

from uri_extract._ascii cimport *


cpdef str encode(str label)
cpdef str decode(bytes encoded)
