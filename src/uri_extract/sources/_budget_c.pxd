# The types of _budget.py, for its compiled variant.

from uri_extract cimport limits


cdef class Budget:
    cdef object _name
    cdef readonly object report
    cdef readonly bint barcodes
    cdef public tuple waiting
    cdef public object within
    cdef public bint exhausted
    cdef public bint may_wait
    # What is counted, by the budget of the whole input.
    cdef Budget _whole
    cdef object _source
    cdef long long _expanded, _members, _reread, _problems, _bytes_elsewhere
    cdef long long _told
    cdef long long _bytes_left, _members_left
    cdef long long _bytes_known, _members_known

    cdef inline Budget _of_input(self)
    cdef long long _bytes_allowed(self) except? -1
    cdef long long _members_allowed(self) except? -1
    cpdef long long newly_consumed(self) except? -1
    cpdef object expand(self, long long size)
    cpdef bint take(self, long long size) except? -1
    cpdef object member(self)
    cdef object _hit(self, str kind, str message)
