# The types of _walk.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.media.html cimport elements, glances, names
from uri_extract.media.html._link_lines_c cimport LinkLines
from uri_extract.media.html._tokenizer_c cimport Tokenizer
from uri_extract.media.html._tree_c cimport Tree
from uri_extract.media.markup cimport rows
from uri_extract.media.markup._links_c cimport Links
from uri_extract.pages cimport layout
from uri_extract.pages._line_counter_c cimport LineCounter
from uri_extract.pages._rows_c cimport Rows


cdef class Walker(LinkLines):
    cdef Tokenizer tokenizer
    cdef Tree tree
    cdef bint decode_all
    cdef bint frames          # a frameset may follow
    cdef int watched          # the start tags that the tree needs; 0: all
    cdef int sheet            # the kind of the open style sheet
    cdef Py_ssize_t depth     # the number of elements open in it
    cdef long long fresh      # the start of the current element's text
    cdef bint tree_knows      # the tag was passed to the tree,
    cdef bint ignored         # which ignores it
    cdef bint written         # the tag was passed to markup
    cdef object island        # the kind of data block of the current script; None: a script
    cdef bint escaped_quotes  # its quotation marks are "&q;"

    cpdef int restart(self, Rows found, LineCounter lines, object bases, object origin, bint decode_all, bint places) except? -1
    cpdef int load(self, bytes window, long long offset) except? -1
    cpdef int release(self) except? -1
    cpdef int read_window(self, object markup, bytes window, long long offset, Links links) except? -1
    cdef int read(self, object markup, Py_ssize_t count) except? -1
    cdef int write_tag(self) except? -1
    cdef int attribute(self, Py_ssize_t at, int what) except? -1
    cdef int scripted(self, Py_ssize_t at) except? -1
    cdef int script(self, Py_ssize_t start, Py_ssize_t end, bint whole) except? -1
    cdef int start_in_sheet(self, long long bits, Py_ssize_t end) except? -1
    cdef int end_sheet(self) except? -1
    cdef int notify_tree_late(self) except? -1
    cdef int notify_tree(self) except? -1
    cdef int run(self, long long kind, long long number, Py_ssize_t start, Py_ssize_t end, Py_ssize_t at) except? -1
