# Names of bytes for _lines.py, compiled.

from uri_extract._ascii cimport *
from uri_extract.pages._page_c cimport Page


cpdef tuple links(Page page, bint names, bint relative)
