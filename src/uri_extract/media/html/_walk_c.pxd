# The types of _walk.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.media.html._tree_c cimport Tree
from uri_extract.media.html._values_c cimport Values
from uri_extract.pages._line_counter_c cimport LineCounter
from uri_extract.pages._rows_c cimport Rows


cdef class Walker(Values):
    cdef Rows found
    cdef LineCounter lines
    cdef public object bases
    cdef object origin
    cdef object markup                  # while tokens are read
    cdef Tree tree
    cdef long long[::1] rows            # the tokenizer's, and
    cdef long long *tokens              # the same without its frame
    cdef Py_ssize_t colon               # where a colon stands in the window, none before it,
    cdef Py_ssize_t ampersand           # and a "&"
    cdef long long offset
    cdef public list texts
    cdef public list css
    cdef bint undone
    cdef bint frames                    # a frameset may come
    cdef int watched                    # the start tags that the tree is told of; 0: all
    cdef int sheet                      # what style sheet is open
    cdef Py_ssize_t depth               # elements open in it
    cdef Py_ssize_t tag                 # row of the start tag at hand; -1: it stands in rows that are gone
    cdef object name                    # name where it has none: if
    cdef bint named                     # somebody asked
    cdef long long fresh                # where its text begins
    cdef bint foreign
    cdef bint told                      # to the tree
    cdef bint ignored                   # by it
    cdef bint written                   # a row of its own

    cdef int write_tag(self) except? -1
    cdef int attribute(self, Py_ssize_t at, int what) except? -1
    cdef int image_candidates(self, Py_ssize_t attribute, Py_ssize_t start, Py_ssize_t end) except? -1
    cdef int style(self, Py_ssize_t attribute, Py_ssize_t start, Py_ssize_t end) except? -1
    cdef int add(self, Py_ssize_t attribute, Py_ssize_t start, Py_ssize_t end, int seen, long long delimiter) except? -1
    cdef int look_for_pragma(self, Py_ssize_t count) except? -1
    cdef int start_in_sheet(self, long long bits, Py_ssize_t end) except? -1
    cdef int end_sheet(self) except? -1
    cdef int tell_late(self) except? -1
    cdef int tell(self) except? -1
    cdef object element(self)
    cdef bint telling(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef int run(self, long long kind, long long number, Py_ssize_t start, Py_ssize_t end, Py_ssize_t at) except? -1
