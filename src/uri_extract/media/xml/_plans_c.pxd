# The types of _plans.py, for its compiled variant.

cdef class Reading:
    cdef readonly str attribute
    cdef readonly str kind
    cdef readonly str base
    cdef readonly bint name  # its references are names
    cdef readonly bint plain
    cdef readonly bint checked


cdef class Plan:
    cdef readonly str vocabulary
    cdef readonly str local
    cdef readonly str shown
    cdef readonly object text
    cdef readonly int how
    cdef readonly bint base
    cdef readonly bint template
    cdef readonly bint special
    cdef readonly dict attributes
    cdef readonly dict tags
