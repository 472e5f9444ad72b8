# The types of _runs.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.media.html cimport names
from uri_extract.media.html._context_c cimport Context
from uri_extract.media.markup cimport rows


cdef class Runs(Context):
    cdef public object table    # the rows, as an array for readers
    cdef long long[::1] row
    cdef long long *cells       # a pointer to them
    cdef Py_ssize_t made        # the number of rows written, including those of an unfinished tag
    cdef public Py_ssize_t pos  # everything before it is settled: the current tag or run begins here
    cdef Py_ssize_t at          # where reading continues
    cdef Py_ssize_t dash
    cdef Py_ssize_t max_text
    cdef Py_ssize_t name_start  # the start of the tag's name
    cdef int escape
    cdef int state              # the state in a tag, 0 outside
    cdef bint end_tag
    cdef bint fresh             # no piece of the current run was written yet
    cdef bint final

    cpdef int restart(self) except? -1
    cdef void write(
        self, int kind, int number, long long bits, Py_ssize_t start, Py_ssize_t end, Py_ssize_t value,
        Py_ssize_t value_end,
    ) noexcept
    cdef Py_ssize_t find(self, int byte, Py_ssize_t i, Py_ssize_t stop) noexcept
    cdef Py_ssize_t search(self, int byte, Py_ssize_t i) noexcept
    cdef int spelled(self, Py_ssize_t i, bytes name, bint delimited) noexcept
    cdef bint pieces(self, Py_ssize_t end) noexcept
    cdef void end_run(self, Py_ssize_t end, long long bits) noexcept
    cdef void begin_tag(self, Py_ssize_t less, bint end_tag) noexcept
    cdef bint begin_run(self, Py_ssize_t less, int kind, Py_ssize_t start) noexcept
    cdef bint wait(self, Py_ssize_t less) noexcept
    cdef void finish(self) noexcept
    cdef bint text_run(self) noexcept
    cdef bint declaration(self, Py_ssize_t less) noexcept
    cdef bint script_run(self) noexcept
    cdef Py_ssize_t dashes(self) noexcept
    cdef bint marked_run(self) noexcept
    cdef Py_ssize_t run_end(self, Py_ssize_t greater) noexcept
