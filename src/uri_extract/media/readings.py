"""What the bytes of one row say, by the kernel in the variant that runs."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.media._readings import add_scanned
else:
    add_scanned: Any = variant("uri_extract.media._readings").add_scanned

__all__ = ["add_scanned"]
