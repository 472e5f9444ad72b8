# The types of _suffixes.py, for its compiled variant.

cpdef str suffix_of(str name)
