from uri_extract._compat._ascii cimport *
from uri_extract.uri._kernel_c cimport (
    Reference, buffer_of, exact, may_have_dot_segments, octets, parts_of, read, split, without_dot_segments,
)


cdef class URIReference(Reference):
    cdef object _edition
    cdef tuple _parts               # None until a component is read

    cdef object _split(self)
    cdef URIReference _with(self, str component, object value)
