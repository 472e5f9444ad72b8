cpdef object made_of(tuple fields)
