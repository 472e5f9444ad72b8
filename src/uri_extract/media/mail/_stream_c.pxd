# The types of _stream.py, for its compiled variant.

from uri_extract.decode._source_map_c cimport SourceMap
from uri_extract.media._readings_c cimport add_scanned
from uri_extract.media.mail._origins_c cimport origin_of_text
from uri_extract.media.mail._parts_c cimport Source
from uri_extract.pages cimport layout
from uri_extract.pages._line_counter_c cimport LineCounter
from uri_extract.pages._page_c cimport Page
from uri_extract.pages._rows_c cimport Rows
from uri_extract.scan cimport rows


cdef class Texts:
    cdef public list starts
    cdef public list segments
    cdef public list texts
    cdef public list identified
    cdef public list others
    cdef public long long size
    cdef readonly bint places
    cdef readonly Rows rows
    cdef readonly list ended
    cdef public Py_ssize_t at
    cdef readonly LineCounter lines
    cdef public object windows
    cdef public Py_ssize_t other

    cpdef begin_file(self)
    cpdef end_message(self)
    cpdef separate(self, Py_ssize_t blank=*)
    cpdef add(self, bytes text, long long base, Source source, object lines=*)
    cpdef add_map(self, object text_map, Source source, object lines=*)
    cpdef add_text(self, bytes text)
    cpdef too_long(self, long long start, object segment)
    cpdef to_source(self, Py_ssize_t row, object text_map)
    cpdef long long others_before(self, long long position, bint last=*) except? -1
    cpdef read_rows(self)
    cpdef add_row(self, object row, tuple segment)
    cdef fold(self, Py_ssize_t row, long long start, long long end)
    cpdef long long end_in_source(self, long long end, long long stop) except? -1
    cpdef int advance(self, long long position, bytes window, long long offset) except? -1


cpdef object to_file(Page page, object maps)
