# The types of _encoded_words.py, for its compiled variant.

from uri_extract._ascii cimport *
