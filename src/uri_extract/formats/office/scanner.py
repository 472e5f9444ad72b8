"""The parts of office documents: references in attributes, fields, formulas, and text whose runs are joined."""

from __future__ import annotations

from functools import partial
from operator import attrgetter, itemgetter
from weakref import proxy

from uri_extract._compat._ascii import COLON
from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract.formats.office._markup import OfficeMarkup
from uri_extract.formats.office.package import ODF, Package, Part
from uri_extract.markup import xml
from uri_extract.markup._markup_rows import Windows
from uri_extract.markup.bases import UNUSABLE, own_base
from uri_extract.markup.urls import kind_bits
from uri_extract.markup.xml.charset import XmlOpening
from uri_extract.rows import LineCounter, Page, Pool, Rows, compact, layout, page_of
from uri_extract.rows.details import NO_ORIGIN, Details
from uri_extract.rows.records import Problem
from uri_extract.text.base import BaseScanner
from uri_extract.text.link_text import link_text
from uri_extract.text.options import DEFAULTS, ScanOptions
from uri_extract.text.scanner import TextScanner

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.formats.office._markup import JoinedText, Reference, Unit
    from uri_extract.rows.details import Origin

_PARTIAL = Details(partial=True)


class OfficeScanner(BaseScanner):
    """Find the references in one part of an office document, or in a document that is a single XML file (flat ODF).

    ``package`` is the part, with its package. External relationships are found where they are used: the element and the
    attribute are those with the identifier, which is ``raw``. ``text`` is the text shown for the link; ``rel`` is the
    last segment of the relationship's type, the name of a field in lower case, or ``hyperlink``. A reference that is
    split over several runs of text is one reference, and its ``raw`` includes the markup between them.
    """

    def __init__(
        self, options: ScanOptions = DEFAULTS, *, package: Part | None = None, base: str | None = None,
        origin: Origin = NO_ORIGIN, charset: str | None = None, on_problem: Callable[[Problem], None] | None = None,
    ) -> None:  # fmt: skip
        part = package or Part(Package(ODF), "")
        own = own_base(base, options.default_base)
        bases = own.pair
        if part.package.family == ODF and part.name and own.uri is not None:
            # The package is a directory that contains the part (ODF 1.3 part 2 §3.7).
            folder = part.name.rpartition("/")[0].replace(" ", "%20")
            bases = f"{own.uri.rstrip('/')}/{folder}{'/' * bool(folder)}", own.source
        if part.package.has_hyperlink_base:
            bases = part.package.base, "embedded"
        self._bases = bases
        self._own = base
        self._origin = origin
        self._on_problem = on_problem
        self.pool: Pool = Pool()
        self.rows: Rows = Rows(self.pool)
        myself = proxy(self)  # avoids a cycle with the reader of the part, which only the garbage collector would free
        self._text = TextScanner(
            options, base=base, origin=origin, pool=self.pool, on_problem=partial(OfficeScanner._take_problem, myself)
        )  # fmt: skip
        self._found = Rows(self.pool)  # in the text of a unit
        self._joined: JoinedText | None = None  # the text that is scanned
        self._windows = Windows(xml.Tokenizer())
        self._markup = OfficeMarkup(part, myself, options.without_scheme, self._windows.tokenizer)
        self._lines = LineCounter()
        self._source: list[bytes] = []  # of the unit, in earlier windows
        self._opening = XmlOpening(charset)
        self._left = 0  # everything before this byte of the text was read
        if own.problem:
            self.report(0, UNUSABLE, own.problem)

    # -- in --------------------------------------------------------------------------------------------------------

    def _read(self, chunk: bytes, final: bool) -> Page:
        chunk = self._opening.text(chunk, final)
        if self._opening.problem:
            self.report(0, "unreadable-encoding", self._opening.problem)
            self._opening.problem = ""
        if self._windows.take(chunk, final):
            windows, tokenizer = self._windows, self._windows.tokenizer
            more = True
            while more:
                more = tokenizer.scan()
                self._markup.read(windows.window, windows.offset, tokenizer.table, tokenizer.count)
            self._leave(windows.window, windows.offset, windows.end)
        if final:
            self._markup.close()
        self._opening.to_source(self.rows, 0, self.rows.count)
        self._opening.begin_line(self._lines.start)
        self.settled: int = self._opening.forget(self._left)
        page = page_of(self.rows, self.rows.count)
        compact(self.pool, [self.rows])
        return page

    def _leave(self, window: bytes, offset: int, end: int) -> None:
        """Keep the bytes of the open unit of a window, of which those before ``end`` are dropped."""
        unit = self._markup.unit
        if not unit.is_open:
            self._lines.count_to(window, offset, end)
            self._left = offset + end
            return
        self._source.append(window[max(0, unit.start - offset) : end])

    # -- called by the markup ----------------------------------------------------------------------------------------

    def begin_unit(self, window: bytes, offset: int, start: int) -> None:
        """Note the start of a unit at an offset of the window."""
        self._lines.count_to(window, offset, start)

    def end_unit(self, unit: Unit, window: bytes, offset: int, end: int) -> None:
        """Add rows for the references of a unit, which ends at ``end`` of the window, in the order of their places."""
        source = window[max(0, unit.start - offset) : end]
        if self._source:
            source = b"".join([*self._source, source])
            self._source.clear()
        references = sorted(unit.references, key=attrgetter("start")) if unit.references else []
        found: list[tuple[int, int, int | Reference]] = [(each.start, each.end, each) for each in references]
        self._found.drop(self._found.count)
        for joined, version in unit.readings():
            if self._markup.always or COLON in joined.text:
                self._scan(joined, version, references, found)
        found.sort(key=itemgetter(0))
        for start, stop, each in found:
            row = self._row(each, start, stop)
            if row is not None:
                self._lines.count_to(source, unit.start, start - unit.start)
                raw = source[start - unit.start : stop - unit.start]
                self.rows.set_raw(row, raw.decode("utf-8", "surrogateescape"))
                self.rows.move_to(row, start, stop, self._lines.number, start - self._lines.start + 1)
        self._lines.count_to(source, unit.start, len(source))

    def _scan(
        self, joined: JoinedText, version: int, references: list[Reference],
        found: list[tuple[int, int, int | Reference]],
    ) -> None:  # fmt: skip
        """Find the references in a text, except those that markup has, or that have no text of that version."""
        texts = self._text
        self._joined = joined
        texts.read_whole(joined.text, self._own, self._origin)
        rows, at = texts.rows, 0
        for row in range(rows.count):
            begin, end = rows.get(row, layout.START), rows.get(row, layout.END)
            start, stop = joined.span(begin, end)
            while at < len(references) and references[at].end <= start:
                at += 1
            if at < len(references) and references[at].start <= start:
                continue
            if not version or joined.has(version, begin, end):
                found.append((start, stop, self._found.count))
                rows.set_element(row, joined.element(begin))
                self._found.append(rows, row, 1)
        rows.drop(rows.count)

    def _row(self, found: int | Reference, start: int, stop: int) -> int | None:
        """Add a row for a reference, and return its number; None if an earlier branch has the same reference."""
        rows = self.rows
        if isinstance(found, int):
            if self._markup.is_repeated(self._found.reference(found), False):
                return None
            rows.append(self._found, found, 1)
            return int(rows.count) - 1
        if self._markup.is_repeated(found.text, True):
            return None
        # A cell's text may end within a character.
        text = link_text(b"".join(found.shown).replace(b"\0", b" ").decode("utf-8", "ignore"))
        row: int = rows.add(
            found.text, found.text, start, stop, 0, 0, kind_bits(found.text) | found.delimiter, self._bases,
            self._origin, found.element, found.attribute, _PARTIAL if found.partial else None,
        )  # fmt: skip
        if text:
            rows.set_link_text(row, text)
        rows.set_rel(row, found.rel)
        return row

    # -- problems ----------------------------------------------------------------------------------------------------

    def _take_problem(self, problem: Problem) -> None:
        place = problem.offset if self._joined is None else self._joined.span(problem.offset, problem.offset + 1)[0]
        self.report(place, problem.kind, problem.message)
