# The types of _windows.py, for its compiled variant.


cdef class Windows:
    cdef readonly object tokenizer
    cdef readonly bytes window
    cdef readonly long long offset
    cdef list chunks      # waiting, after the bytes that are kept of the window
    cdef Py_ssize_t held  # their size

    cpdef int restart(self) except? -1
    cpdef bint take(self, bytes chunk, bint final=*) except? -1
