cpdef str mapped(object iri)
cpdef str plain_uri(object iri)
cpdef bint may_be_unseen(object iri) except? -1
cpdef str with_ascii_host(object uri)
cpdef object server_of(object reference)
cpdef object settled(object reference, bint is_iri)
