# The types of _scopes.py, for its compiled variant.

from uri_extract.limits cimport MAX_BASE, MAX_PREFIXES, MAX_SCOPES
from uri_extract.media.xml.names cimport MOST_KEPT


cdef class Environment:
    cdef readonly dict prefixes
    cdef readonly list plans
    cdef public Py_ssize_t size
    cdef dict remembered

    cpdef tuple news(self, dict declared)
    cpdef tuple inside(self, dict declared)
    cpdef Environment inside_tag(self, object tag)
    cpdef remember(self, object tag, Environment inner)
    cpdef tuple meaning(self, str name, bint attribute=*)


cdef class Scope:
    cdef object name
    cdef Py_ssize_t count           # elements of its name that were open when it was opened, it among them
    cdef Environment environment
    cdef str base
    cdef object bases
    cdef Scope around
    cdef bint template


cdef class Scopes:
    cdef readonly Environment known
    cdef readonly Environment environment
    cdef tuple own
    cdef readonly object document_bases
    cdef readonly object bases
    cdef readonly dict counted
    cdef dict innermost             # by name
    cdef readonly list open
    cdef Environment outermost
    cdef readonly object outer_bases
    cdef readonly bint entered
    cdef readonly bint template

    cpdef begin(self, str vocabulary)
    cpdef begin_in(self, Environment outermost)
    cpdef bint is_full(self) noexcept
    cpdef str no_namespace(self)
    cpdef tuple enter(self, object name, dict declared, str base)
    cpdef bint enter_known(self, object name, Environment environment) except? -1
    cdef push(self, object name, Environment environment, str base, object bases)
    cpdef opened(self, object name)
    cpdef closed(self, object name)
    cpdef enter_template(self)
    cpdef leave(self)
    cpdef tuple so_far(self, object bases)
    cpdef base_known(self, object bases)
