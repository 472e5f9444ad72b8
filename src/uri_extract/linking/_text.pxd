cpdef object page_of(object media_type, object text, tuple kinds)
cpdef Match match_of(object text, object occurrence, bint partial, bint plain=*)
