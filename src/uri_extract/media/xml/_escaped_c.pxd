# The types of _escaped.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.decode._xml_references_c cimport DecodedValue
from uri_extract.media.html._fragments_c cimport Fragments
from uri_extract.media.xml._contents_c cimport Content, place
from uri_extract.pages._line_counter_c cimport LineCounter
from uri_extract.pages._rows_c cimport Rows


cdef class Escaped:
    cdef object element
    cdef readonly long long start
    cdef LineCounter lines
    cdef readonly bytes source
    cdef DecodedValue value
    cdef readonly bint unknown
    cdef object bases
    cdef Py_ssize_t at
    cdef object page


cdef class EscapedHtml:
    cdef object pool
    cdef object origin
    cdef object own
    cdef object places
    cdef dict options
    cdef LineCounter lines  # counts nothing, if lines are not counted
    cdef Fragments fragments
    cdef list waiting       # texts whose rows were not added yet

    cpdef bint take(self, Content content, long long end, object bases) except? -1
    cdef int read_alone(self, Escaped text) except? -1
    cpdef list read(self, Rows out, list covered, list masks, long long offset)


cdef bint may_go_on(bytes text) except? -1
