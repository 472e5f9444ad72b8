cdef class URIReference(Reference):
    cdef tuple _parts  # None until a component is read
