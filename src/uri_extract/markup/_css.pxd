cpdef Py_ssize_t skim(
    bytes text, Py_ssize_t at, Py_ssize_t size, Py_ssize_t limit, Py_ssize_t offset, list found
) except? -1
