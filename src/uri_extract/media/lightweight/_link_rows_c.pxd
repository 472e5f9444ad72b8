# What _link_rows.py takes from other kernels, for its compiled variant.

from uri_extract cimport limits
from uri_extract.media.markup._found_c cimport add_reference
from uri_extract.pages cimport layout
from uri_extract.pages._line_counter_c cimport LineCounter
from uri_extract.pages._rows_c cimport Rows
