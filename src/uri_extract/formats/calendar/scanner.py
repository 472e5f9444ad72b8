"""Calendars and contacts: the references in the values and parameters of their properties."""

from __future__ import annotations

from uri_extract._compat._typing import Any
from uri_extract.formats.calendar.properties import BINARY_BEGINS, HTML_BEGINS, READ
from uri_extract.formats.decoded import DecodedScanner
from uri_extract.rows import Page, page_of
from uri_extract.rows.details import Origin
from uri_extract.text.options import DEFAULTS, ScanOptions

_UNREAD = "binary data in a property {} (and possibly others) is not read"


class CalendarScanner(DecodedScanner):
    """Find the references in content lines: iCalendar, vCalendar, vCard. Sans-IO: bytes in, occurrences out.

    Lines are unfolded and escapes decoded before the text is scanned. Each value is a separate text; one that is
    declared to be HTML is read as HTML. ``raw`` and the places are those of the file, with folds and escapes; ``line``
    counts the lines of the file.
    """

    def __init__(self, options: ScanOptions = DEFAULTS, **document: Any) -> None:
        super().__init__("uri_extract.formats.calendar._content_lines", "ContentLines", None, options, **document)

    def restart(self, base: str | None, origin: Origin, charset: str | None = None) -> None:
        """Begin another document, with the same other options. State of the last one is discarded."""
        super().restart(base, origin, charset)
        self._reported_binary: bool = False  # reported once per document

    def _read(self, chunk: bytes, final: bool) -> Page:
        reader = self._decoder
        self._opening.text(chunk, final)
        while (stopped_at := reader.read()) != READ:
            if stopped_at == BINARY_BEGINS:
                if not self._reported_binary:
                    self._reported_binary = True
                    message = _UNREAD.format(reader.name.decode("ascii", "replace"))
                    self._report(self._opening.place(reader.map.taken, 1), "unsupported", message)
                continue
            self._scan(reader.take(), final=True)
            reader.restart_map()
            self._opening.renew()
            self._scanner = None
            if stopped_at == HTML_BEGINS:
                self._begin(is_html=True)
        self._scan(reader.take(), final)
        return page_of(self._rows, self._rows.count)
