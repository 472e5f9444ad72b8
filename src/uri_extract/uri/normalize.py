"""Normalisation and comparison (RFC 3986 §6.2), in the variant in use, compiled if it was built."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uri_extract.uri._reference import LEVELS as LEVELS
    from uri_extract.uri._reference import equivalent as equivalent
    from uri_extract.uri._reference import normalize as normalize
else:
    from uri_extract._compat._variants import load

    _kernel = load("uri_extract.uri._reference")
    LEVELS, equivalent, normalize = _kernel.LEVELS, _kernel.equivalent, _kernel.normalize
