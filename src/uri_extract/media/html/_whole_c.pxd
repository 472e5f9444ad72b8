# What _whole.py takes from other kernels, for its compiled variant.

from uri_extract.media.html._walk_c cimport Walker
from uri_extract.media.markup._links_c cimport Links
from uri_extract.media.markup._order_c cimport HeldRows
from uri_extract.media.markup._windows_c cimport Windows
