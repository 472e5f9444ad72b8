# What others call of _host_names.py, compiled, and the integers that it has.

from uri_extract._ascii cimport *


cpdef str u_label(str label)
