"""The rows of the tokenizer become references: those of attributes and of style sheets, and every base.

What they are made of is masked in the bytes that the plain-text scanner reads afterwards, so that it finds the rest:
what stands in text, in comments and scripts, and in attributes that hold text.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from uri_extract.limits import MAX_REFERENCE
from uri_extract.media.html import attributes, names, rows
from uri_extract.media.html._walk import walk as interpreted
from uri_extract.media.html.base import UNUSABLE, Bases
from uri_extract.media.html.comments import Comments
from uri_extract.media.html.css import Stylesheet
from uri_extract.media.html.references import decode
from uri_extract.media.html.sheets import ForeignSheet
from uri_extract.media.html.tree import Tree
from uri_extract.media.html.urls import url
from uri_extract.records import Occurrence, Problem
from uri_extract.scan import kernels

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.media.html.attributes import Place
    from uri_extract.media.html.urls import Found

_BASE = names.ELEMENTS.index("base")
_STYLE = names.ELEMENTS.index("style")
_HTML, _BODY = names.ELEMENTS.index("html"), names.ELEMENTS.index("body")
_HREF = names.ATTRIBUTES.index("href")
_NEW = tuple.__new__
_FOREIGN = rows.SVG | rows.MATHML

_SCHEME_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.")
#: Runs whose bytes hold character references.
_DECODED = frozenset((rows.DATA, rows.RCDATA))


def _variant() -> Any:
    """Return what walks through rows: compiled where the kernel in use is, and it was built as well."""
    if "compiled" in kernels:
        with suppress(ImportError):
            from uri_extract.media.html._walk_c import walk as compiled

            return compiled
    return interpreted


walk = _variant()


class Bound(tuple[str, None]):
    """The base of a reference that is resolved against its element's codebase: that, as it was written."""

    __slots__ = ()


class Marker:
    """A base element: from here on its base is known."""

    __slots__ = ("problem", "start")

    def __init__(self, start: int, problem: Problem | None) -> None:
        self.start = start
        self.problem = problem


@cache
def _place(element: str, attribute: int, foreign: bool) -> Place | None:
    return attributes.place(element, names.ATTRIBUTES[attribute], foreign=foreign)


class Markup:
    """Reads the rows of one document, window by window.

    ``found`` holds, in the order of their places, what they gave: occurrences, problems and markers; whoever takes
    something takes it out. ``masks`` are the spans of the last window that were read, ``verbatim`` those in which a
    character reference means nothing, and ``texts`` the elements whose text it is. What is resolved against the
    document's base has ``provisional`` for its bases until the base is known.
    """

    def __init__(self, document: str | None, bases: Bases, compiled: bool = True) -> None:
        self.document = document
        self._bases = bases
        self._walk = walk if compiled else interpreted
        self._comments = Comments(compiled)
        self.marked = False  # a marker was found
        self.undone = False  # character references in all text matter, not only beside a colon
        own = bases.chosen
        self.own: tuple[str | None, str | None] = (own.uri, own.source)
        self.provisional: tuple[str | None, str | None] = (own.uri, own.source)
        self.document_bases = self.provisional
        self.found: list[Any] = []
        self.masks: list[tuple[int, int]] = []
        self.verbatim: list[tuple[int, int]] = []
        self.texts: list[tuple[int, int, str]] = []
        self._element = ""
        self._foreign = False
        self._number = 0
        self.fresh = -1  # where text begins that stands directly behind a start tag
        self._tree = Tree()
        # Attributes of the one element that all their start tags are about (HTML standard §13.2.6.4.7).
        self._merged: dict[int, set[int]] = {_HTML: set(), _BODY: set()}
        self._beside: dict[str, str] = {}
        self._codebase: str | None = None
        self._base_seen = False
        self._sheet: Stylesheet | ForeignSheet | None = None
        self._sheet_start = 0
        self._sheet_text: list[tuple[int, bytes]] = []
        self._window, self._offset = b"", 0
        self.line = 1
        self.counted = self.line_start = 0

    @property
    def closely(self) -> bool:
        """Whether every row is to be looked at: a style sheet is open, or a frameset is, or may come."""
        return self._sheet is not None or self._tree.closely

    @property
    def ignored(self) -> bool:
        """Whether the tag at hand makes no element."""
        return not self._element

    def read(self, window: bytes, table: Any, count: int, offset: int) -> None:
        """Take the rows of a window that stands at ``offset`` of the document."""
        self._window, self._table, self._offset = window, table, offset
        self._walk(self, window, table, count, offset)

    def row(self, kind: int, at: int) -> None:
        """Take one row; of a start tag :meth:`tag` was told before."""
        if kind == rows.ATTRIBUTE:
            if self._element:
                self._attribute(at)
            return
        if kind == rows.END_TAG:
            self._tree.close(self._table[at + rows.ID])
        if isinstance(self._sheet, ForeignSheet):
            self._foreign_row(self._sheet, kind, at)
        elif self._sheet is not None and kind != rows.RAWTEXT:
            self._end_sheet()
        elif kind == rows.START_TAG and self._foreign:
            self._begin_foreign_sheet(at)
        if kind >= rows.DATA:
            self._run(kind, at)

    def settled(self, place: int) -> int:
        """Return up to where all is found, if that is ``place`` but for an open style sheet."""
        if self._sheet is None:
            return place
        return min(place, self._sheet_start + self._sheet.settled)

    # -- runs --------------------------------------------------------------------------------------------------------

    def _run(self, kind: int, at: int) -> None:
        table, offset = self._table, self._offset
        start, end = table[at + rows.START], table[at + rows.END]
        number = table[at + rows.ID]
        if self._tree.frames_may_come and kind == rows.DATA and self._window[start:end].strip(b"\0\t\n\f\r "):
            self._tree.text()
        if kind not in _DECODED:
            self.verbatim.append((start, end))
            if kind == rows.COMMENT and not table[at + rows.BITS] & (rows.CONTINUES | rows.CUT):
                self._comment(start, end)
        if kind == rows.RAWTEXT and number == _STYLE:
            self._style(start, end)
        if self._window.find(b":", start, end) >= 0:
            if number:
                self.texts.append((offset + start, offset + end, names.ELEMENTS[number]))
            elif kind == rows.DATA and offset + start == self.fresh and self._element:
                self.texts.append((offset + start, offset + end, self._element))

    def _comment(self, start: int, end: int) -> None:
        if self._sheet is not None or self._window.find(b"[", start, min(end, start + 16)) < 0:
            return
        for text, element, begin, stop, page in self._comments.read(self._window[start:end]):
            begin, stop = start + begin, start + stop
            self._count_to(begin)
            bases = self.own if page else self.document_bases
            self._add(text, self._window[begin:stop], self._offset + begin, "comment", bases, element, None)
            self.masks.append((begin, stop))

    def _style(self, start: int, end: int) -> None:
        if self._sheet is None:
            self._count_to(start)
            self._sheet = Stylesheet()
            self._sheet_start = self._offset + start
        assert isinstance(self._sheet, Stylesheet)
        text = self._window[start:end]
        self._sheet_text.append((self._offset + start, text))
        self._take_sheet(self._sheet.feed(text))

    def _begin_foreign_sheet(self, at: int) -> None:
        table = self._table
        begin = table[at + rows.VALUE_END]
        if self._number == _STYLE and self._element and begin and not table[at + rows.BITS] & rows.SELF_CLOSING:
            self._count_to(begin)
            self._sheet = ForeignSheet()
            self._sheet_start = self._offset + begin

    def _foreign_row(self, sheet: ForeignSheet, kind: int, at: int) -> None:
        """Take a row that may belong to the style sheet of an element of SVG."""
        table = self._table
        if kind == rows.START_TAG:
            sheet.depth += not table[at + rows.BITS] & rows.SELF_CLOSING
            if not table[at + rows.BITS] & _FOREIGN:
                self._end_sheet()
        elif kind == rows.END_TAG:
            sheet.depth -= 1
            if sheet.depth < 0:
                self._end_sheet()
        elif kind in (rows.DATA, rows.CDATA) and not sheet.depth:
            self._in_sheet(sheet, table[at + rows.START], sheet.skip)
            self._in_sheet(sheet, table[at + rows.END], sheet.section if kind == rows.CDATA else sheet.text)

    def _in_sheet(self, sheet: ForeignSheet, to: int, take: Callable[[bytes], list[Found]]) -> None:
        begin = self._sheet_start + sheet.size
        text = self._window[begin - self._offset : to]
        if text:
            self._sheet_text.append((begin, text))
            self._take_sheet(take(text))

    def _end_sheet(self) -> None:
        sheet, self._sheet = self._sheet, None
        if sheet is not None:
            self._take_sheet(sheet.close(), sheet)
            for place in sheet.too_long:
                self._too_long(self._sheet_start + place)
            for text in self._sheet_text:
                self._count(*text)
            self._sheet_text.clear()

    def close(self) -> None:
        """Say that nothing follows."""
        self._end_sheet()

    def _take_sheet(self, found: list[Found], sheet: Stylesheet | ForeignSheet | None = None) -> None:
        texts = self._sheet_text
        for text, start, end in found:
            start += self._sheet_start
            end += self._sheet_start
            while len(texts) > 1 and texts[1][0] <= start:
                self._count(*texts.pop(0))
            begin, _ = texts[0]
            source = texts[0][1] if len(texts) == 1 or end <= texts[1][0] else b"".join(part for _, part in texts)
            self._count(begin, source, start)
            self._add(text, source[start - begin : end - begin], start, "css", self.document_bases, "style", None)
        settled = self._sheet_start + (sheet or self._sheet).settled  # type: ignore[union-attr]
        while len(texts) > 1 and texts[1][0] <= settled:
            self._count(*texts.pop(0))

    # -- tags --------------------------------------------------------------------------------------------------------

    def tag(self, at: int, count: int) -> None:
        """Take a start tag; its attributes follow."""
        table = self._table
        number = table[at + rows.ID]
        self._foreign = bool(table[at + rows.BITS] & _FOREIGN)
        if number:
            self._element = names.ELEMENTS[number]
        else:
            name = self._window[table[at + rows.START] : table[at + rows.END]][:256]
            self._element = name.lower().decode("utf-8", "replace")
        if not self._foreign:
            if self._element == "image":
                self._element = "img"
            if not self._tree.open(number, self._element):
                self._element = ""
        elif not self._tree.foreign():
            self._element = ""
        self._number = number
        self._codebase = None
        self._beside = {}
        wanted = _BESIDE.get(self._element)
        if wanted and not self._foreign:
            at += rows.WIDTH
            while at < count * rows.WIDTH and table[at] == rows.ATTRIBUTE:
                name_of = names.ATTRIBUTES[table[at + rows.ID]]
                if name_of in wanted:
                    value = decode(self._window[table[at + rows.VALUE] : table[at + rows.VALUE_END]]).text
                    self._beside[name_of] = value
                at += rows.WIDTH
            if "codebase" in self._beside:
                self._codebase = attributes.codebase(url(self._beside["codebase"]).text)

    def _attribute(self, at: int) -> None:
        table = self._table
        number = table[at + rows.ID]
        place = _place(self._element, number, self._foreign)
        if self._beside:
            place = attributes.place(self._element, names.ATTRIBUTES[number], self._beside)
        if place is None:
            return
        start, end = table[at + rows.VALUE], table[at + rows.VALUE_END]
        offset = self._offset
        if self._number in self._merged and not self._foreign:
            if number in self._merged[self._number]:
                return
            self._merged[self._number].add(number)
        if table[at + rows.BITS] & rows.TOO_LONG:
            self._too_long(offset + start)
            self.masks.append((start, end))
            return
        raw = self._window[start:end]
        value = decode(raw)
        text = value.text
        kind = place.kind
        if self._number == _BASE and number == _HREF and not self._foreign and not self._tree.templates:
            self._base(text, offset + start)
        found = attributes.read(kind, text)
        if not found:
            return
        bases: tuple[Any, Any] = self.document_bases
        if place.base == "own" or (place.base == "page" and not found[0].text):
            bases = self.own
        elif place.base == "codebase" and self._codebase is not None:
            bases = Bound((self._codebase, None))
        delimiter = "css" if kind == "css" else "attribute"
        self._count_to(start)
        for text, begin, stop in found:
            begin, stop = value.span(begin, stop)
            if begin:
                self._count_to(start + begin)
            self._add(text, raw[begin:stop], offset + start + begin, delimiter, bases, self._element, place.attribute)
        if kind in attributes.WHOLE:
            self.masks.append((start, end))
        else:
            self.masks += [(start + value.span(*each[1:])[0], start + value.span(*each[1:])[1]) for each in found]

    def _base(self, href: str, place: int) -> None:
        base = self._bases.offer(href)
        if base is None:
            return
        problem = None
        if base.problem:
            problem = Problem(self.document, place, UNUSABLE, base.problem)
        self.document_bases = (base.uri, base.source)
        self.found.append(Marker(place, problem))
        self.marked = True

    def _too_long(self, place: int) -> None:
        message = f"a reference that begins here has more than {MAX_REFERENCE} bytes, and is left out"
        self.found.append(Problem(self.document, place, "reference-too-long", message))

    def _add(
        self, text: str, raw: bytes, start: int, delimiter: str, bases: Any, element: str, attribute: str | None
    ) -> None:
        fields = (
            text, raw.decode("utf-8", "surrogateescape"), start, start + len(raw), self.line,
            start - self.line_start + 1, self.document, delimiter, None, False, (), kind_of(text), bases, element,
            attribute, None, None,
        )  # fmt: skip
        self.found.append(_NEW(Occurrence, fields))

    # -- lines -------------------------------------------------------------------------------------------------------

    def _count_to(self, to: int) -> None:
        """Count the line feeds before ``to``, a position in the window."""
        offset = self._offset
        begin = self.counted - offset
        last = self._window.rfind(b"\n", begin, to)
        if last >= 0:
            self.line += self._window.count(b"\n", begin, last) + 1
            self.line_start = offset + last + 1
        if to > begin:
            self.counted = offset + to

    def leave(self, window: bytes, offset: int, to: int) -> None:
        """Count the line feeds before ``to``, a position in the window, which moves on to there."""
        self._window, self._offset = window, offset
        if self._sheet is None:
            self._count_to(to)
        elif isinstance(self._sheet, ForeignSheet):
            self._in_sheet(self._sheet, to, self._sheet.skip)

    def _count(self, begin: int, text: bytes, to: int | None = None) -> None:
        """Count the line feeds in ``text``, which stands at ``begin``, up to ``to`` or its end."""
        start, end = max(0, self.counted - begin), len(text) if to is None else to - begin
        last = text.rfind(b"\n", start, end)
        if last >= 0:
            self.line += text.count(b"\n", start, end)
            self.line_start = begin + last + 1
        self.counted = max(self.counted, begin + end)


_BESIDE = {**attributes.BESIDE, "object": frozenset({"codebase"}), "applet": frozenset({"codebase"})}
del _BESIDE["input"]


def kind_of(reference: str) -> str:
    """Return ``"uri"`` or ``"iri"`` of a reference with a scheme (RFC 3986 §3.1), else ``"relative"``."""
    colon = reference.find(":")
    if colon > 0 and reference[0].isalpha() and _SCHEME_LETTERS.issuperset(reference[:colon]):
        return "uri" if reference.isascii() else "iri"
    return "relative"
