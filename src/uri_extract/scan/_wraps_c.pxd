# What the kernel calls of _wraps.py at C speed.

cdef int goes_on(
    bytes window,
    Py_ssize_t authority,
    Py_ssize_t host_end,
    Py_ssize_t end,
    Py_ssize_t following,
    Py_ssize_t line,
    int before,
) noexcept
