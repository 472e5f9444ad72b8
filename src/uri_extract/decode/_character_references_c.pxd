# The names of bytes in _character_references.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.decode._segments_c cimport Segments
from uri_extract.decode._xml_references_c cimport meaning
from uri_extract.pages._bytes_c cimport Bytes
from uri_extract.pages._rows_c cimport Rows
