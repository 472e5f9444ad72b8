cpdef object made_of(tuple fields)
cpdef object record_of(object name, object media_type, object source, object charset, object base, object filename, object within, object captured_at, object record_id)
cpdef object origin_of(object document, str media_type, str base)
