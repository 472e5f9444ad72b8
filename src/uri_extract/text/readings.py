"""Read the bytes of a row, whole texts, and the texts of calls, by the variant of the kernel that runs."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.text._readings import (
        Reader,
        WholeTexts,
        add_row,
        add_rows,
        add_scanned,
        checking,
        encoded,
        reader_for,
    )
else:
    _readings: Any = variant("uri_extract.text._readings")
    WholeTexts, Reader = _readings.WholeTexts, _readings.Reader
    add_row, add_rows, add_scanned = _readings.add_row, _readings.add_rows, _readings.add_scanned
    checking, encoded, reader_for = _readings.checking, _readings.encoded, _readings.reader_for

__all__ = ["Reader", "WholeTexts", "add_row", "add_rows", "add_scanned", "checking", "encoded", "reader_for"]
