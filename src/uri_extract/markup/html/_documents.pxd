# The types of _documents.py, for its compiled variant.

from uri_extract._compat._ascii cimport *
from uri_extract.markup.html._tokenizer_c cimport Tokenizer
from uri_extract.markup.html._walk_c cimport Walker
from uri_extract.markup._markup_rows_c cimport HeldRows, Links, Windows
from uri_extract.rows._rows_c cimport LineCounter, Pool, Rows


cdef class Fragments:
    cdef object markup
    cdef Tokenizer tokenizer
    cdef Walker walker
    cdef Links links
    cdef Rows marked        # rows of markup
    cdef LineCounter lines  # counts nothing
    cdef set merged
    cdef object bases       # of the last document
    cdef bint places, decode_all
    cdef bint needs_colon   # text without a colon can be skipped
    cdef object origin
    cdef object options
    cdef Rows rows
    cdef list sources       # the texts of the documents, masked
    cdef list verbatim, elements, css
    cdef bint noted
    cdef readonly Py_ssize_t size

    cpdef bint take(self, bytes text, object bases) except? -1
    cpdef Rows found(self)
