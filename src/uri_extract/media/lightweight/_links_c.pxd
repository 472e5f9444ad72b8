# What _links.py takes from other kernels, for its compiled variant.

from uri_extract cimport limits
from uri_extract._ascii cimport *
from uri_extract.media.markup._markup_rows_c cimport add_reference
from uri_extract.pages cimport layout
from uri_extract.pages._rows_c cimport LineCounter, Rows
