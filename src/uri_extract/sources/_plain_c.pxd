# What _plain.py takes from other kernels, for its compiled variant.

from uri_extract cimport limits
from uri_extract.media._suffixes_c cimport suffix_of
from uri_extract.sources._budget_c cimport Budget
from uri_extract.sources._documents_c cimport made_of
from uri_extract.sources._small_files_c cimport opened
