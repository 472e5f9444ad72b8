"""Calendars and contacts: the references in the values and parameters of their properties."""

from __future__ import annotations

from codecs import BOM_UTF8

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.decode.encodings import LONGEST_MARK, Translator, marked, translated, translator
from uri_extract.details import NO_ORIGIN
from uri_extract.limits import MAX_TAG
from uri_extract.media.base import BaseScanner
from uri_extract.media.calendar.properties import BINARY_BEGINS, HTML_BEGINS, READ
from uri_extract.media.options import DEFAULTS, ScanOptions
from uri_extract.media.text import TextScanner
from uri_extract.pages import LineStarts, Page, Pool, Rows, layout, page_of
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
        self._codec = translated(charset)
        self._beginning: bytes | None = b""  # held until a byte order mark would be complete; then None
        self._translator: Translator | None = None
        self._reader: ContentLines = _KERNEL.ContentLines()
        self._lines = LineStarts()
        self._line_place = (0, 0)  # the start of the last line, in UTF-8 and in the original
        self._scanner: Any = None  # of the current run: an HTML value, or the text between such values
        self._rows = Rows(Pool())
        self._reported_binary = False

    @property
    def codec(self) -> str | None:  # type: ignore[override]
        """The Python codec of the document; None for UTF-8, in which single bytes may be windows-1252."""
        return None if self._translator is None else self._translator.codec

    def _read(self, chunk: bytes, final: bool) -> Page:
        if self._beginning is not None:
            chunk = self._beginning + chunk
            if len(chunk) < LONGEST_MARK and not final:
                self._beginning = chunk
                return Page()
            self._beginning = None
            codec = marked(chunk) or (None if chunk.startswith(BOM_UTF8) else self._codec)
            self._translator = translator(codec) if codec else None
        if self._translator is not None:
            chunk = self._translator.feed(chunk, final)
        self._lines.add(chunk)
        self._reader.feed(chunk, final)
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
        self._scanner = None
        if is_html:
            from uri_extract.media.html.scanner import HtmlScanner  # takes as long to import as all the rest

            self._scanner = HtmlScanner(self._options, charset="utf-8", base_from=self._base_from, **self._of_value)

    def _report_binary(self, name: bytes) -> None:
        """Report that binary data is not read, once per document."""
        if not self._reported_binary:
            self._reported_binary = True
            place = self._place(self._reader.map.taken)
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
        for row in range(begin, self._rows.count):
            self._row_to_original(row)
        for _, at, kind, message in self._problems:
            self._report(self._place(self._reader.map.place(at)), kind, message)
        self._problems.clear()
        if not final:
            settled = self._scanner.settled
            self._settle(settled if isinstance(self._scanner, TextScanner) else max(0, settled - MAX_TAG - LOOKBEHIND))

    def _row_to_original(self, row: int) -> None:
        """Change a row's place to that in the document."""
        rows = self._rows
        begin, raw = rows.get(row, layout.START), rows.raw(row)
        source = raw.encode("utf-8", "surrogateescape")
        if len(source) != rows.get(row, layout.END) - begin:
            source = raw.encode("windows-1252", "replace")
        start = position = self._reader.map.place(begin)
        text = self._reader.map.original(begin, source)
        line, size = self._line(position), len(text)
        if self._translator is not None:
            start = self._translator.map.place(position)
            size = len(self._translator.map.original(position, text))
        if text != source:
            rows.set_raw(row, text.decode("utf-8", "surrogateescape"))
        rows.move_to(row, start, start + size, line, start - self._line_place[1] + 1)

    def _line(self, position: int) -> int:
        """Return the number of the line of a byte of the document, and store the place of the line's start."""
        line, begin = self._lines.at(position)
        if begin > self._line_place[0]:
            self._line_place = (begin, self._place(begin))
        return line

    def _place(self, position: int) -> int:
        return position if self._translator is None else self._translator.map.place(position)

    def _settle(self, settled: int) -> None:
        """Drop data for places before ``settled``: no more references will be found there."""
        position = self._reader.map.forget(max(0, settled))
        self._line(position)
        self._lines.forget(position)
        self.settled: int = position if self._translator is None else self._translator.map.forget(position)

    def _report(self, offset: int, kind: str, message: str) -> None:
        if self._on_problem is not None:
            self._on_problem(Problem(self._document, offset, kind, message))
