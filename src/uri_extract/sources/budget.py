"""The budget of one input (:mod:`uri_extract.sources._streams`)."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.sources._streams import Budget as Budget
else:
    Budget: Any = variant("uri_extract.sources._streams").Budget
