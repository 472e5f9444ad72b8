cpdef str date_of(bytes value)
cpdef str plain_text(bytes value)
