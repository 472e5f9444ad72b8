"""Read the bytes of a row, by the variant of the kernel that runs."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.text._readings import add_document, add_row, add_rows, add_scanned
else:
    _readings: Any = variant("uri_extract.text._readings")
    add_document = _readings.add_document
    add_row, add_rows, add_scanned = _readings.add_row, _readings.add_rows, _readings.add_scanned

__all__ = ["add_document", "add_row", "add_rows", "add_scanned"]
