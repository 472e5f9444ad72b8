"""One URI, as the RFCs define it: no input or output, no scanning.

``grammar`` is the ABNF of every edition, and translates it to patterns; ``patterns`` and ``_kernel`` are the fast
paths that tests compare with it. ``_reference`` splits, validates (``diagnose`` explains a failure) and normalizes
(RFC 3986 §6), ``resolve`` follows §5, ``hazards`` §7, ``iri`` RFC 3987.
"""

from uri_extract.errors import InvalidReference
from uri_extract.uri._kernel import is_uri, is_valid
from uri_extract.uri._reference import URIReference, equivalent, normalize, parse
from uri_extract.uri.components import invalidity
from uri_extract.uri.hazards import Hazard, hazards
from uri_extract.uri.resolve import CURRENT_DOCUMENT, resolve

__all__ = [
    "CURRENT_DOCUMENT", "Hazard", "InvalidReference", "URIReference", "equivalent", "hazards", "invalidity", "is_uri",
    "is_valid", "normalize", "parse", "resolve",
]  # fmt: skip
