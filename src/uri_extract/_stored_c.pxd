# The types of _stored.py, for its compiled variant.

cdef class Shared:
    cdef object delimiter
    cdef object kind
    cdef object bases
    cdef object element
    cdef object attribute
    cdef object rel
    cdef object details
    # The columns of the rows with these values, in the page that created it.
    cdef long long bits
    cdef long long place
    cdef long long bases_number
    cdef long long rel_number


cdef class Values:
    cdef object own_reference
    cdef object own_raw
    cdef object own_text
    cdef object own_origin
    cdef Shared shared
    cdef long long own_start
    cdef long long own_end
    cdef long long own_line
    cdef long long own_column
