# The types of _elements.py, for its compiled variant.

from uri_extract.limits cimport MAX_REFERENCE
from uri_extract.media.markup cimport rows
from uri_extract.media.xml._plans_c cimport Plan, Reading
from uri_extract.media.xml._scopes_c cimport Environment, Scopes
from uri_extract.media.xml.names cimport DECLARES
from uri_extract.pages cimport layout
from uri_extract.pages._line_counter_c cimport LineCounter
from uri_extract.pages._rows_c cimport Rows


cdef class Elements:
    cdef readonly object origin
    cdef readonly tuple own
    cdef readonly Scopes scopes
    cdef readonly Rows rows
    cdef public bint noted
    cdef readonly list css
    cdef public Plan plan
    cdef readonly bint based
    cdef readonly bint empty
    cdef readonly LineCounter lines
    cdef readonly dict beside
    cdef readonly bytes window
    cdef long long[::1] table
    cdef readonly long long offset
    cdef list names
    cdef str vocabulary
    cdef bint root
    cdef bint repeatable
    cdef readonly set reported

    cpdef begin_window(self, bytes window, long long[::1] table, long long offset)
    cpdef str name(self, Py_ssize_t at)
    cdef str shown(self, Py_ssize_t at)
    cdef bytes spelling(self, Py_ssize_t at)
    cdef object key(self, Py_ssize_t at)
    cpdef Plan tag(self, Py_ssize_t at, Py_ssize_t count)
    cdef Plan enter_known(self, Py_ssize_t at)
    cdef bint ignored(self) except? -1
    cdef bytes tag_bytes(self, Py_ssize_t at)
    cdef begin(self, Py_ssize_t at, Py_ssize_t count)
    cdef end_root(self, Plan plan, Py_ssize_t at)
    cpdef base_known(self, long long place, object bases, object problem)
    cdef Plan plan_of(self, Py_ssize_t at)
    cpdef dict values(self, Py_ssize_t at, Py_ssize_t count, object wanted)
    cdef str value(self, Py_ssize_t at)
    cdef bint declare(self, Py_ssize_t at, Py_ssize_t count) except? -1
    cdef str vocabulary_of(self, str namespace, str prefix, Py_ssize_t at)
    cpdef leave_empty(self)
    cpdef end(self, Py_ssize_t at)
    cpdef Reading place(self, Py_ssize_t at)
