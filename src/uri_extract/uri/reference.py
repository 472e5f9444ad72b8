"""URIReference, parsing, normalisation and comparison (RFC 3986 §3, §4, §6.2), in the variant in use."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uri_extract.uri._reference import LEVELS as LEVELS
    from uri_extract.uri._reference import URIReference as URIReference
    from uri_extract.uri._reference import equivalent as equivalent
    from uri_extract.uri._reference import normalize as normalize
    from uri_extract.uri._reference import parse as parse
else:
    from uri_extract._compat._variants import load

    _kernel = load("uri_extract.uri._reference")
    URIReference, parse, _restore = _kernel.URIReference, _kernel.parse, _kernel._restore
    LEVELS, equivalent, normalize = _kernel.LEVELS, _kernel.equivalent, _kernel.normalize
