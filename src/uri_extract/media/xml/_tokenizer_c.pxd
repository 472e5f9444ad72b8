# The types of _tokenizer.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.media.html._tokenizer_c cimport Tokenizer as HtmlTokenizer


cdef class Tokenizer(HtmlTokenizer):
    cdef public list names          # by number
    cdef dict numbers
    cdef unsigned char[::1] spellings
    cdef unsigned char *letters     # of the names, by slot
    cdef int[::1] sizes             # of the names, by slot; 0 is an empty one
    cdef int[::1] numbered          # the number, by slot
    cdef long long[::1] used        # by slot: the last document that had a name there
    cdef long long document
    cdef public dict known          # what the readers of rows know of the names, as long as they keep their numbers
    cdef long long[::1] had         # by number: the last tag that had an attribute of that name
    cdef long long tags
    cdef int within                 # of a doctype: what is read
    cdef bint subset                # its internal subset is

    cpdef int forget(self) except? -1
    cdef bint declares(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint begins_name(self, int byte) noexcept
    cdef bint doctype_run(self) noexcept
