cdef class URIReference(Reference):
    cdef object _edition
    cdef tuple _parts               # None until a component is read

    cdef object _split(self)
    cdef URIReference _with(self, str component, object value)
