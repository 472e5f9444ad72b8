# The types of _encoded_words.py, for its compiled variant.

from uri_extract._ascii cimport *
from uri_extract.pages._bytes_c cimport next_byte, part_of


cpdef str plain_text(bytes value)
