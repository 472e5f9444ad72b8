"""URIReference and parse (RFC 3986 §3, §4): the variant that runs, compiled where it is built."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uri_extract.uri._reference import URIReference as URIReference
    from uri_extract.uri._reference import parse as parse
else:
    from uri_extract._variants import load

    _kernel = load("uri_extract.uri._reference")
    URIReference, parse, _restore = _kernel.URIReference, _kernel.parse, _kernel._restore
