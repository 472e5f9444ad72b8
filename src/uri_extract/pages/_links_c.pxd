# The types of _links.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.pages._page_c cimport Page

cdef int is_inside(Page page, Py_ssize_t at) except? -1
