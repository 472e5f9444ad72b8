# What _links.py takes from other kernels, for its compiled variant.

from uri_extract cimport limits
from uri_extract._compat._ascii cimport *
from uri_extract.markup._markup_rows_c cimport add_reference
from uri_extract.rows cimport layout
from uri_extract.rows._rows_c cimport LineCounter, Rows
