# The types of _origins.py, for its compiled variant.

from uri_extract.decode._dates_c cimport date_of
from uri_extract.decode._encoded_words_c cimport plain_text
from uri_extract.media.mail._parts_c cimport Message, Part, Source


cpdef object origin_of(Part part, object document, bint in_header=*)
cpdef object base_of(Part part, object outermost)
cpdef object origin_of_text(Source source)
