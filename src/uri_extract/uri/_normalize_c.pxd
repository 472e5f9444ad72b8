# The names of bytes in _normalize.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.uri._kernel_c cimport split
from uri_extract.uri._resolve_c cimport may_have_dot_segments, without_dot_segments
from uri_extract.uri._syntax_c cimport buffer_of, octets, read
