# Functions of _host_names.py that other compiled kernels call.

from uri_extract._ascii cimport *


cpdef str u_label(str label)
