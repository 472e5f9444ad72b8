cdef class Shared:
    cdef object delimiter, kind, bases, element, attribute, rel, details, region
    # The columns of the rows with these values, in the page that created it.
    cdef long long bits, place, bases_number, rel_number


cdef class Values:
    cdef object own_reference, own_raw, own_text, own_origin
    cdef Shared shared
    cdef long long own_start, own_end, own_line, own_column
