cpdef object page_of(object media_type, object text, tuple kinds)
