# Names of bytes for _lines.py, compiled.

from uri_extract._ascii cimport *
from uri_extract.pages cimport layout
from uri_extract.pages._bytes_c cimport Bytes
from uri_extract.pages._fields_c cimport plain_target
from uri_extract.pages._page_c cimport Page
from uri_extract.pages._targets_c cimport Targets


cpdef tuple links(Page page, bint names, bint relative)
