# The types of _references.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.media.html cimport elements, names, script_words
from uri_extract.media.html._literals_c cimport Literals
from uri_extract.media.html._values_c cimport Values
from uri_extract.media.markup cimport rows
from uri_extract.pages cimport layout
from uri_extract.pages._line_counter_c cimport LineCounter
from uri_extract.pages._rows_c cimport Rows


cdef class References(Values):
    cdef Rows found
    cdef LineCounter lines
    cdef public object bases
    cdef object origin
    cdef long long[::1] rows  # the rows of the tokenizer,
    cdef long long *tokens    # and a pointer to them
    cdef readonly long long offset
    cdef bint places
    cdef public list css
    cdef public list texts
    cdef Literals literals
    cdef Py_ssize_t tag       # the row of the current start tag; -1: no longer in the table
    cdef object name          # its name, if it has no number
    cdef Py_ssize_t ends      # the end of the current tag, if it contains a "&"
    cdef bint named           # the name was decoded
    cdef bint foreign

    cpdef int begin(self, Rows found, LineCounter lines, object bases, object origin, bint places) except? -1
    cdef int leave_tag(self) except? -1
    cdef object look_for_type(self, Py_ssize_t count)
    cdef int look_for_pragma(self, Py_ssize_t count) except? -1
    cdef int image_candidates(self, Py_ssize_t attribute, Py_ssize_t start, Py_ssize_t end) except? -1
    cdef int style(self, Py_ssize_t attribute, Py_ssize_t start, Py_ssize_t end) except? -1
    cdef int add(self, Py_ssize_t attribute, Py_ssize_t start, Py_ssize_t end, int seen, long long delimiter) except? -1
    cdef int plain_data(self, Py_ssize_t name, Py_ssize_t name_end, Py_ssize_t start, Py_ssize_t end) except? -1
    cdef int plain_literal(self, Py_ssize_t start, Py_ssize_t end, int what) except? -2
    cdef int data_candidates(self, Py_ssize_t start, Py_ssize_t end, str attribute) except? -1
    cdef bint is_one_word(self, Py_ssize_t start, Py_ssize_t end) except? -1
    cdef bint is_template(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef int plain_handler(self, Py_ssize_t name, Py_ssize_t name_end, Py_ssize_t start, Py_ssize_t end) except? -1
    cdef int add_literals(self, object found, object attribute) except? -1
    cdef int read_literals(self, Py_ssize_t start, Py_ssize_t end, object attribute) except? -1
    cdef int add_literal(self, Py_ssize_t start, Py_ssize_t end, int what, object attribute) except? -1
    cdef object element(self)
