# The types of _small_files.py, for its compiled variant.

cpdef object opened(str path, Py_ssize_t most)
cpdef object identity_of(object file)
