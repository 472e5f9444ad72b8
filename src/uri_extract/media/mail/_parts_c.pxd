# The types of _parts.py, for its compiled variant.

from uri_extract.media.mail cimport fields, parts


cdef class Message:
    cdef public object document
    cdef public str section
    cdef public object base
    cdef public bytes sender
    cdef public bytes subject
    cdef public bytes date
    cdef public object described
    cdef public bytes identifier
    cdef object known_id
    cdef bint parsed

    cpdef int add_field(self, int kind, bytes value) except? -1
    cpdef object message_id(self)
    cpdef object name(self, str section)


cdef class Part:
    cdef public Message message
    cdef str known_section
    cdef int number
    cdef public Part parent
    cdef public int depth
    cdef public bint whole
    cdef public int kind
    cdef public int children
    cdef public long long line
    cdef public long long before
    cdef public str media_type
    cdef public str reading
    cdef public dict parameters
    cdef public bytes content_type
    cdef public str encoding
    cdef public object disposition
    cdef public bytes content_id
    cdef public bytes location
    cdef public bytes content_base
    cdef public bytes boundary
    cdef public object base
    cdef public object origin
    cdef public object origin_of_header

    cpdef str section(self)
    cpdef str filename(self)
    cpdef Part child(self)
    cpdef Part nested(self)
    cpdef object settle(self)


cdef class Source:
    cdef public Part part
    cdef public str field
    cdef str section
    cdef public long long line
    cdef public object origin
