"""Flowed text (RFC 3676), by the kernel that runs (:mod:`uri_extract.decode._flowed`)."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.decode._flowed import Flowed as Flowed
else:
    Flowed: Any = variant("uri_extract.decode._flowed").Flowed
