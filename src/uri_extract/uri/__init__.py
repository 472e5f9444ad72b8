"""One URI, as the RFCs define it: no input or output, no scanning.

``grammar`` is the ABNF of every edition, and translates it to patterns; ``patterns`` and ``_syntax`` are the fast
paths that tests compare with it. ``reference`` splits and validates (``diagnose`` explains a failure), ``resolve`` and
``normalize`` follow RFC 3986 §5 and §6, with kernels of the same names; ``hazards`` §7, ``iri`` RFC 3987.
``spec_deviations`` lists where they depart from a standard.
"""

from uri_extract.errors import InvalidReference
from uri_extract.uri._backend import is_valid
from uri_extract.uri.components import invalidity
from uri_extract.uri.hazards import Hazard, hazards
from uri_extract.uri.reference import URIReference, equivalent, normalize, parse
from uri_extract.uri.resolve import CURRENT_DOCUMENT, resolve

__all__ = [
    "CURRENT_DOCUMENT", "Hazard", "InvalidReference", "URIReference", "equivalent", "hazards", "invalidity", "is_valid",
    "normalize", "parse", "resolve",
]  # fmt: skip
