# The types of _context.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.media.html cimport elements, names
from uri_extract.media.markup cimport rows


cdef class Context:
    cdef bytes window
    cdef const unsigned char *data
    cdef Py_ssize_t size            # the size of the window
    cdef const unsigned char *classes
    cdef const unsigned char *lower
    cdef unsigned long long *slots  # the tables of numbered names
    cdef int[::1] flags
    cdef int[::1] contents
    cdef public int kind            # the kind of the current run
    cdef public int ending          # the element whose text the run is
    cdef public int place           # HTML, SVG, MathML, or HTML in one of these
    cdef int level
    cdef long long[::1] around      # the number of open HTML elements, by element
    cdef int[::1] where             # the place of each level,
    cdef int[::1] opener            # the element that began it,
    cdef long long[::1] inner       # the open elements of the same name in it (at an integration point: of any name),
    cdef long long[::1] anchors     # and the open "a" elements in SVG, which HTML also has
    cdef public long long examined

    cdef int identify(self, Py_ssize_t start, Py_ssize_t end, int attribute) noexcept
    cdef int identify_prefix(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef long long namespace(self, int element) noexcept
    cdef bint cdata_allowed(self) noexcept
    cdef void push(self, int place, int element) noexcept
    cdef void drop(self, int level) noexcept
    cdef void leave(self) noexcept
    cdef void opened(self, int element, bint closed, bint font_breaks_out, bint annotation_is_html) noexcept
    cdef void opened_foreign(self, int element, int flags, bint annotation_is_html) noexcept
    cdef void closed(self, int element) noexcept
