from uri_extract.rows cimport layout
from uri_extract.rows._page_c cimport Page, judged, plain_target
