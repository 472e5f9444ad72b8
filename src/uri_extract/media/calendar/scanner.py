"""Calendars and contacts: the references in the values and parameters of their properties."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.decode.encodings import translated
from uri_extract.decode.opening import Opening
from uri_extract.details import NO_ORIGIN
from uri_extract.limits import MAX_TAG
from uri_extract.media.base import BaseScanner
from uri_extract.media.calendar.properties import BINARY_BEGINS, HTML_BEGINS, READ
from uri_extract.media.options import DEFAULTS, ScanOptions
from uri_extract.media.text import TextScanner
from uri_extract.pages import Page, Pool, Rows, page_of
from uri_extract.records import Problem
from uri_extract.scan import variant
from uri_extract.scan.windows import LOOKBEHIND

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.details import Origin
    from uri_extract.media.calendar._content_lines import ContentLines

_KERNEL = variant("uri_extract.media.calendar._content_lines")

_UNREAD = "binary data in a property {} (and possibly others) is not read"


class CalendarScanner(BaseScanner):
    """Find the references in content lines: iCalendar, vCalendar, vCard. Sans-IO: bytes in, occurrences out.

    Lines are unfolded and escapes decoded before the text is scanned. Each value is a separate text; one that is
    declared to be HTML is read as HTML. ``raw`` and the places are those of the file, with folds and escapes; ``line``
    counts the lines of the file.
    """

    def __init__(
        self,
        options: ScanOptions = DEFAULTS,
        *,
        base: str | None = None,
        base_from: str = "retrieval",
        origin: Origin = NO_ORIGIN,
        charset: str | None = None,
        on_problem: Callable[[Problem], None] | None = None,
    ) -> None:
        self._options = options
        self._document = origin.document
        self._on_problem = on_problem
        self._problems: list[Problem] = []
        self._of_value: dict[str, Any] = {"base": base, "origin": origin, "on_problem": self._problems.append}
        self._base_from = base_from
        self._reader: ContentLines = _KERNEL.ContentLines()
        self._opening = Opening(translated(charset))
        self._opening.precede(self._reader)
        self._opening.count_lines()
        self._scanner: Any = None  # of the current run: an HTML value, or the text between such values
        self._rows = Rows(Pool())
        self._reported_binary = False

    @property
    def codec(self) -> str | None:  # type: ignore[override]
        """The Python codec of the document; None for UTF-8, in which single bytes may be windows-1252."""
        return self._opening.charset

    def _read(self, chunk: bytes, final: bool) -> Page:
        self._opening.text(chunk, final)
        while (stopped_at := self._reader.read()) != READ:
            if stopped_at == BINARY_BEGINS:
                self._report_binary(self._reader.name)
            else:
                self._begin(is_html=stopped_at == HTML_BEGINS)
        self._scan(final)
        return page_of(self._rows, self._rows.count)

    def _begin(self, is_html: bool) -> None:
        """Begin an HTML value, or end it."""
        self._scan(final=True)
        self._reader.restart_map()
        self._opening.renew()
        self._scanner = None
        if is_html:
            from uri_extract.media.html.scanner import HtmlScanner  # takes as long to import as all the rest

            self._scanner = HtmlScanner(self._options, charset="utf-8", base_from=self._base_from, **self._of_value)

    def _report_binary(self, name: bytes) -> None:
        """Report that binary data is not read, once per document."""
        if not self._reported_binary:
            self._reported_binary = True
            place = self._opening.place(self._reader.map.taken, 1)
            self._report(place, "unsupported", _UNREAD.format(name.decode("ascii", "replace")))

    # -- out -------------------------------------------------------------------------------------------------------

    def _scan(self, final: bool) -> None:
        """Find the references in the text read of the current run."""
        text = self._reader.take()
        if self._scanner is None:
            if not text:
                return
            self._scanner = TextScanner(self._options, pool=self._rows.pool, **self._of_value)
            self._scanner.rows = self._rows
        begin = self._rows.count
        if isinstance(self._scanner, TextScanner):
            self._scanner.take(text, final)
        else:
            page = self._scanner.read(text, final)
            self._rows.add_page(page)
        self._opening.to_source(self._rows, begin, self._rows.count)
        for _, at, kind, message in self._problems:
            self._report(self._opening.place(at), kind, message)
        self._problems.clear()
        if not final:
            settled = self._scanner.settled
            before = 0 if isinstance(self._scanner, TextScanner) else MAX_TAG + LOOKBEHIND
            self.settled: int = self._opening.forget(max(0, settled - before))

    def _report(self, offset: int, kind: str, message: str) -> None:
        if self._on_problem is not None:
            self._on_problem(Problem(self._document, offset, kind, message))
