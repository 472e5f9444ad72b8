from uri_extract.uri cimport signs
from uri_extract.uri._kernel_c cimport numeric_ipv4
from uri_extract.uri._iri_c cimport may_be_unseen, server_of
