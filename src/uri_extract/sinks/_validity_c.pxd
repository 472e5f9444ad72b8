# What other kernels call of _validity.py at C speed.

cpdef bytes bits(bytes octets)
