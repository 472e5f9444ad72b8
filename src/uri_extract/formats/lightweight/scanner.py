"""Scanners of lightweight markup: links by syntax, and text in which these are masked."""

from __future__ import annotations

import sys
from codecs import BOM_UTF8
from collections import deque

from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract.decode.encodings import LONGEST_MARK, marked, translated
from uri_extract.formats.lightweight._links import Syntax as Syntax
from uri_extract.formats.lightweight._links import add_links, masked
from uri_extract.limits import MAX_BLOCK, MAX_REFERENCE
from uri_extract.markup._markup_rows import Windows
from uri_extract.markup.bases import Bases
from uri_extract.markup.scanner import MarkupScanner
from uri_extract.rows import LineCounter, Rows
from uri_extract.rows.records import Problem

if TYPE_CHECKING:
    from uri_extract.formats.lightweight.blocks import Link
    from uri_extract.rows import Pool
    from uri_extract.rows.details import Origin

_TOO_LONG = f"a block has more than {MAX_BLOCK} bytes: a link that crosses this place is read as text"


class LightweightScanner(MarkupScanner):
    """Find the references in one document of lightweight markup. Sans-IO: bytes in, occurrences out.

    Links by syntax have the delimiter ``"markup"``; ``element`` is their kind (``"link"``, ``"image"``), ``text`` their
    label. Everything else is read as plain text. References are resolved against the document's own base. Arguments
    are those of :class:`~uri_extract.markup.scanner.MarkupScanner`.
    """

    wanted = LONGEST_MARK
    xml = True

    def _begin_document(self, base: str | None, origin: Origin, charset: str | None) -> None:
        super()._begin_document(base, origin, charset)
        self.rows.holds = False  # a document cannot declare a base
        self._bases = Bases(self._own)
        self._own_bases = self._bases.own_pair
        self._lines = LineCounter() if self._places else LineCounter(counted=sys.maxsize)
        self._masks: deque[tuple[int, int]] = deque()  # the spans of links, to mask for the text scanner

    def _begin(self, beginning: bytes, final: bool) -> int:
        self._translate(marked(beginning) or (None if beginning.startswith(BOM_UTF8) else translated(self._charset)))
        return 0

    def _add(self, rows: Rows, window: bytes, offset: int, links: list[Link]) -> None:
        """Add the rows of links, in the order of their places, in a window that is at ``offset`` of the document."""
        number = 0
        while True:
            number = add_links(
                links, number, window, offset, rows, self._lines, self._own_bases, self._origin, self._places,
                self._masks,
            )  # fmt: skip
            if number == len(links):
                return
            message = f"a reference that begins here has more than {MAX_REFERENCE} bytes, and is left out"
            self._note(rows, offset + links[number].start, "reference-too-long", message)
            number += 1

    def _note(self, rows: Rows, place: int, kind: str, message: str) -> None:
        rows.problem(Problem(self._origin.document, place, kind, message))
        self._markup.noted = True

    def _cut(self, rows: Rows, places: list[int], offset: int) -> None:
        """Report the places at which blocks were cut."""
        for place in places:
            self._note(rows, offset + place, "block-too-long", _TOO_LONG)
        places.clear()


def spans_before(spans: deque[tuple[int, int]], end: int) -> list[tuple[int, int]]:
    """Remove and return the spans, or parts of them, that begin before ``end``."""
    found = []
    while spans and spans[0][0] < end:
        first, last = spans.popleft()
        found.append((first, min(last, end)))
        if last > end:
            spans.appendleft((end, last))
            break
    return found


class LinkRows:
    """The rows of links, with the interface that :class:`~uri_extract.markup.scanner.MarkupScanner` needs."""

    disordered = noted = False

    def __init__(self, pool: Pool, own: tuple[str | None, ...]) -> None:
        self.rows: Rows = Rows(pool)
        self.own = own
        self.texts: list[tuple[int, int, str]] = []
        self.css: list[tuple[int, int]] = []

    def settled(self, place: int) -> int:
        """Return the place before which everything was found: ``place``, as links are read before the text."""
        return place

    def close(self) -> None:
        """End the document."""


class SyntaxScanner(LightweightScanner):
    """The scanner of a syntax whose tokenizer is a :class:`Syntax`."""

    #: The class of the tokenizer.
    syntax: type[Syntax]

    @classmethod
    def of(cls, syntax: type[Syntax]) -> type[SyntaxScanner]:
        """Return the scanner of a syntax."""
        return type(f"{syntax.__name__}Scanner", (cls,), {"syntax": syntax})

    def _begin_document(self, base: str | None, origin: Origin, charset: str | None) -> None:
        super()._begin_document(base, origin, charset)
        self._windows = Windows(self.syntax())
        self._markup = LinkRows(self.pool, self._own_bases)

    def _read_window(self) -> None:
        windows, tokenizer, rows = self._windows, self._windows.tokenizer, self._markup.rows
        tokenizer.scan()
        self._add(rows, windows.window, windows.offset, sorted(tokenizer.links))
        tokenizer.links.clear()
        self._cut(rows, tokenizer.cuts, windows.offset)

    def _read_text(self, end: int, final: bool) -> None:
        windows = self._windows
        offset = windows.offset
        source = masked(windows.window, end, offset, self._masks)
        verbatim = [] if windows.tokenizer.character_references else [(0, end)]
        self._lines.count_to(windows.window, offset, end)
        self._fed = offset + end
        self._text.take_source(source, verbatim, end, final)
