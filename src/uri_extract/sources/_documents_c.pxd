# The types of _documents.py, for its compiled variant.

cpdef object made_of(tuple fields)
