# What _in_characters.py takes from other kernels, for its compiled variant.

from uri_extract.pages cimport layout
from uri_extract.pages._cells_c cimport Cells
from uri_extract.pages._page_c cimport Page
