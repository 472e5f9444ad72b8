"""Add rows for references in attributes and style sheets, and determine every base.

The references are masked in the bytes that the plain-text scanner reads afterwards, so that it finds the rest:
references in text, comments, scripts, and attributes that hold text.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache

from uri_extract._compat._typing import Any
from uri_extract._compat._variants import load
from uri_extract.decode._character_references import decode
from uri_extract.decode.character_references import TextDecoder
from uri_extract.limits import MAX_BASE
from uri_extract.markup import html, rows
from uri_extract.markup._markup_rows import Windows, add_found, add_words
from uri_extract.markup.bases import NO_BASE, UNUSABLE, Bases, Pending, at_codebase, too_long
from uri_extract.markup.css import Stylesheet
from uri_extract.markup.html import attributes, names, scripted
from uri_extract.markup.html.attributes import Place
from uri_extract.markup.html.comments import Comments
from uri_extract.markup.html.scripted_markup import MarkupRows
from uri_extract.markup.links import TOO_LONG, of_html
from uri_extract.markup.urls import Found, url
from uri_extract.rows import LineCounter, Pool, Rows, layout
from uri_extract.rows.details import Origin
from uri_extract.rows.records import Problem

# -- The style sheet in a ``style`` of SVG: not raw text, but the text between tags (HTML Standard §13.2.6.5) ----------


class ForeignSheet:
    """Reads like :class:`~uri_extract.markup.css.Stylesheet`, but some of the bytes are not text of the sheet.

    Places count from its first byte, in bytes of the document; every byte is passed to :meth:`text`, :meth:`section` or
    :meth:`skip`. ``size`` is the number of bytes passed; ``depth`` is the number of elements open in it.
    """

    def __init__(self) -> None:
        self._sheet = Stylesheet()
        self._decoder = TextDecoder()
        self.size: int = 0
        self.depth: int = 0
        self.settled: int = 0
        self.too_long: list[int] = []

    def text(self, source: bytes) -> list[Found]:
        """Read text, with its character references decoded."""
        self.size += len(source)
        return self._placed(self._sheet.feed(self._decoder.feed(source)))

    def section(self, source: bytes) -> list[Found]:
        """Read the content of a CDATA section."""
        self.size += len(source)
        return self._placed(self._sheet.feed(self._decoder.feed(source, verbatim=[(0, len(source))])))

    def skip(self, source: bytes) -> list[Found]:
        """Skip a tag, a comment, or the content of another element."""
        self.size += len(source)
        return self._placed(self._sheet.feed(self._decoder.skip(source)))

    def close(self) -> list[Found]:
        """Read the end of the sheet."""
        found = self._sheet.feed(self._decoder.feed(b"", final=True))
        return self._placed(found + self._sheet.close())

    def _placed(self, found: list[Found]) -> list[Found]:
        place = self._decoder.map.place
        self.too_long += map(place, self._sheet.too_long)
        self._sheet.too_long.clear()
        placed = [Found(text, place(start), place(end)) for text, start, end in found]
        self.settled = self._decoder.map.forget(self._sheet.settled)
        return placed


# -- What the walker passes on -----------------------------------------------------------------------------------------

_BASE = names.ELEMENTS.index("base")
_HTML, _BODY = names.ELEMENTS.index("html"), names.ELEMENTS.index("body")
_HREF = names.ATTRIBUTES.index("href")
_LISTS = ("urls", "commas")
_SCRIPT = "javascript:"


@lru_cache(maxsize=1024)  # elements may have any name
def _place(element: str, attribute: int, foreign: bool) -> Place | None:
    return attributes.place(element, names.ATTRIBUTES[attribute], foreign=foreign)


# A line counter that counts nothing, and the bases of references without a codebase: both are shared by all documents.
_UNCOUNTED = LineCounter(counted=sys.maxsize)
_PENDING = Pending()

# Free objects, whose documents were read to their ends: making one takes as long as reading some kilobytes of HTML.
_SPARE: list[Markup] = []
_MOST_SPARE = 4


class Markup(MarkupRows):
    """Read one document after the other (:meth:`begin`), window by window (:meth:`read`).

    ``rows`` get the references, in the order of their places, with problems and markers among them (``noted``). ``css``
    are the places of references in style sheets. ``walker`` has the rest of the text. References that are resolved
    against the document's base have ``walker.bases``, which are pending until the base is known.
    """

    _bases: Bases
    # With 30 attributes, an object has a dictionary, in which attributes are found in twice the time.
    _comments: Comments | None = None
    rows: Rows = None  # type: ignore[assignment]  # until the first document begins
    lines: LineCounter
    shared: bool = False

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer = tokenizer
        self.windows: Windows = Windows(tokenizer)
        self.walker: Any = load("uri_extract.markup.html._walk", tokenizer.compiled).Walker(tokenizer)
        self.read_whole: Any = load("uri_extract.markup.html._documents", tokenizer.compiled).read_whole
        self.texts: list[tuple[int, int, str]] = self.walker.texts
        self.links: Any = of_html(tokenizer)
        self.css: list[tuple[int, int]] = self.walker.css  # the places of references in styles
        self._element = ""
        self._foreign = False
        self._number = self._templates = 0
        # Attributes of elements to which repeated start tags belong (HTML Standard §13.2.6.4.7).
        self.merged: set[tuple[int, int]] = set()
        self._beside: dict[str, str] = {}
        self._codebase: str | None = None
        self.open_sheet: Stylesheet | ForeignSheet | None = None
        self._sheet_start = 0
        self._sheet_text: list[tuple[int, bytes]] = []

    def begin(
        self, origin: Origin, bases: Bases, pool: Pool, decode_all: bool = False, places: bool = True, depth: int = 0,
        embedded: Callable[..., Any] | None = None,
    ) -> None:  # fmt: skip
        """Begin another document, whose rows are those of a ``pool``."""
        self.origin = origin
        self.embedded = embedded
        if self.rows is None or pool is not self.rows.pool or self.rows.count:
            self.rows = Rows(pool)
        self._decode_all = decode_all
        self.depth: int = depth
        self.lines = LineCounter() if places else _UNCOUNTED
        self.texts_too = places  # texts of links are wanted
        self.noted: bool = False  # rows include problems or markers
        self.disordered: bool = False  # text in a style sheet of SVG may be found before its references
        self.open_sheet = None
        self.tokenizer.examined = 0
        self.restart(_PENDING, bases)
        self.own: tuple[str | None, ...] = bases.own_pair

    def restart(self, bases: Any, chosen: Bases) -> None:
        """Begin another document, whose references have these bases until ``chosen`` has others. Rows are kept."""
        self.own = bases
        self._bases = chosen
        self.walker.restart(self.rows, self.lines, bases, self.origin, self._decode_all, self.texts_too)
        self.links.waiting = -1
        if self.merged:
            self.merged.clear()
        if self._sheet_text:
            self._sheet_text.clear()

    def release(self) -> None:
        """End the document, so that another one may be read. No window is kept."""
        self.embedded = None
        self.walker.release()
        self.windows.restart()
        if self.shared and len(_SPARE) < _MOST_SPARE:
            self.shared = False
            _SPARE.append(self)

    def read(self, windows: Any) -> None:
        """Read the window that the tokenizer has."""
        self.walker.read_window(self, windows.window, windows.offset, self.links if self.texts_too else None)

    def link_too_long(self, place: int) -> None:
        """Report a link that is too long."""
        self.report(Problem(self.origin.document, place, "content-too-long", TOO_LONG))
        self.rows.sort()

    def settled(self, place: int) -> int:
        """Return the place before which everything was found; ``place`` is that without open style sheets and links."""
        if self.links.waiting >= 0:
            place = min(place, self.links.waiting)
        if self.walker.undecided >= 0:
            place = min(place, self.walker.undecided)
        if self.open_sheet is None:
            return place
        return min(place, self._sheet_start + self.open_sheet.settled)

    def leave(self, to: int) -> None:
        """Count the line feeds before ``to``, an offset in the window at which the next one will begin."""
        if self.open_sheet is None:
            self.lines.count_to(self.walker.window, self.walker.offset, to)
        elif isinstance(self.open_sheet, ForeignSheet):
            self._in_sheet(self.open_sheet, to, self.open_sheet.skip)

    def close(self) -> None:
        """Read the end of the document."""
        if self.open_sheet is not None:
            self.end_sheet()

    # -- style sheets ------------------------------------------------------------------------------------------------

    def sheet(self, kind: int, start: int, end: int) -> None:
        """Read a piece of a style sheet; ``kind`` is that of the token, a start tag at the beginning of one of SVG."""
        if kind != rows.RAWTEXT:
            self._foreign_style(kind, start, end)
            return
        if self.open_sheet is None:
            self.lines.count_to(self.walker.window, self.walker.offset, start)
            self.open_sheet = Stylesheet()
            self._sheet_start = self.walker.offset + start
        assert isinstance(self.open_sheet, Stylesheet)
        text = self.walker.window[start:end]
        self._sheet_text.append((self.walker.offset + start, text))
        self._take_sheet(self.open_sheet.feed(text))

    def _foreign_style(self, kind: int, start: int, end: int) -> None:
        """Read a piece of a style sheet of SVG, or its beginning."""
        if kind == rows.START_TAG:
            self.lines.count_to(self.walker.window, self.walker.offset, start)
            self.open_sheet = ForeignSheet()
            self.disordered = True
            self._sheet_start = self.walker.offset + start
        elif isinstance(sheet := self.open_sheet, ForeignSheet):
            self._in_sheet(sheet, start, sheet.skip)
            self._in_sheet(sheet, end, sheet.section if kind == rows.CDATA else sheet.text)

    def _in_sheet(self, sheet: ForeignSheet, to: int, take: Callable[[bytes], list[Found]]) -> None:
        begin = self._sheet_start + sheet.size
        text = self.walker.window[begin - self.walker.offset : to]
        if text:
            self._sheet_text.append((begin, text))
            self._take_sheet(take(text))

    def end_sheet(self) -> None:
        """End the style sheet."""
        sheet, self.open_sheet = self.open_sheet, None
        if sheet is not None:
            self._take_sheet(sheet.close(), sheet)
            for place in sheet.too_long:
                self._too_long(self._sheet_start + place)
            for text in self._sheet_text:
                self._count(*text)
            self._sheet_text.clear()

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
            self._add(text, source[start - begin : end - begin], start, layout.CSS, self.walker.bases, "style", "")
        settled = self._sheet_start + (sheet or self.open_sheet).settled  # type: ignore[union-attr]
        while len(texts) > 1 and texts[1][0] <= settled:
            self._count(*texts.pop(0))

    def comment(self, start: int, end: int) -> None:
        """Read a comment that may be conditional."""
        if self._comments is None:
            self._comments = Comments(self.tokenizer.compiled)
        for text, element, begin, stop, page, name in self._comments.read(self.walker.window[start:end]):
            begin, stop = start + begin, start + stop
            self.lines.count_to(self.walker.window, self.walker.offset, begin)
            bases = self.own if page else self.walker.bases
            delimiter = layout.COMMENT | layout.NAMESPACE * name
            self._add(text, self.walker.window[begin:stop], self.walker.offset + begin, delimiter, bases, element, None)
            self.walker.mask(begin, stop)

    # -- tags --------------------------------------------------------------------------------------------------------

    def tag(self, number: int, templates: int, foreign: bool, at: int) -> None:
        """Process a start tag with attributes that need a closer look; ``templates`` of them are open."""
        self._templates, self._foreign = templates, foreign
        tokens = self.tokenizer.table
        tag = tokens[at + rows.START]
        self._number = number
        if number:
            self._element = names.ELEMENTS[number]
        else:
            name = self.walker.window[tokens[at + rows.START] : tokens[at + rows.END]][:256]
            self._element = name.lower().decode("utf-8", "replace")
        if self._element == "image" and not self._foreign:
            self._element = "img"
        self._codebase = None
        self._beside = {}
        wanted = _BESIDE.get(self._element)
        if wanted and not self._foreign:
            at += rows.WIDTH
            tokens_end = self.tokenizer.count * rows.WIDTH  # later rows are those of the window before
            while at < tokens_end and tokens[at] == rows.ATTRIBUTE:
                name_of = names.ATTRIBUTES[tokens[at + rows.ID]]
                if name_of in wanted:
                    value = decode(self.walker.window[tokens[at + rows.VALUE] : tokens[at + rows.VALUE_END]]).text
                    self._beside[name_of] = value
                at += rows.WIDTH
            if "codebase" in self._beside:
                self._codebase = attributes.codebase(url(self._beside["codebase"]).text)
                if len(self._codebase) > MAX_BASE:
                    self.report(
                        Problem(self.origin.document, self.walker.offset + tag, UNUSABLE, too_long(self._codebase))
                    )

    def attribute(self, number: int, start: int, end: int, at: int) -> None:
        """Read an attribute of the current tag."""
        place = _place(self._element, number, self._foreign)
        if self._beside:
            place = attributes.place(self._element, names.ATTRIBUTES[number], self._beside)
        if place is None:
            return
        window, offset = self.walker.window, self.walker.offset
        if self._number in (_HTML, _BODY) and not self._foreign:
            if (self._number, number) in self.merged:
                return
            self.merged.add((self._number, number))
        if self.tokenizer.table[at + rows.BITS] & rows.TOO_LONG:
            self._too_long(offset + start)
            self.walker.mask(start, end)
            return
        raw = window[start:end]
        value = decode(raw)
        text = value.text
        kind = place.kind
        if self._number == _BASE and number == _HREF and not self._foreign and not self._templates:
            self._base(text, offset + start)
        if kind == "html":
            self._srcdoc(value, start, end)
            return
        bases = self.walker.bases
        if place.base == "codebase" and self._codebase is not None:
            bases = self._at_codebase(self._codebase)
        delimiter = layout.CSS if kind == "css" else layout.ATTRIBUTE
        if place.name:
            delimiter |= layout.NAMESPACE
        if kind in _LISTS and add_words(
            window, start, end, kind == "commas", offset, self.rows, self.lines, delimiter, bases, self.origin,
            self._element, place.attribute,
        ):  # fmt: skip
            self.walker.mask(start, end)
            return
        found = attributes.read(kind, text)
        if not found:
            return
        if place.base == "own" or (place.base == "page" and not found[0].text):
            bases = self.own
        whole = kind in attributes.WHOLE
        if whole:
            self.walker.mask(start, end)
            if ":" not in text or not any(reference[:11].lower() == _SCRIPT for reference, _, _ in found):
                add_found(
                    found, 0, start, value.mapped_span, window, offset, self.rows, self.lines, delimiter, bases,
                    self.origin, self._element, place.attribute,
                )  # fmt: skip
                return
        for reference, first, last in found:
            begin, stop = value.span(first, last)
            self.lines.count_to(window, offset, start + begin)
            self._add(
                reference, raw[begin:stop], offset + start + begin, delimiter, bases, self._element, place.attribute
            )
            if not whole:
                self.walker.mask(start + begin, start + stop)
            elif reference[:11].lower() == _SCRIPT:
                self._add_meant(scripted.in_url(text, first, last), value, start, place.attribute)

    def _base(self, href: str, place: int) -> None:
        base = self._bases.offer(href)
        if base is None:
            return
        problem = None
        if base.problem:
            problem = Problem(self.origin.document, place, UNUSABLE, base.problem)
        self.walker.bases = base.pair
        self.rows.note(layout.MARKER, place, problem)
        self.noted = True

    def base_is_known(self, bases: tuple[str | None, ...]) -> None:
        """Resolve references against these bases from now on, unless the document's base was read before."""
        if isinstance(self.walker.bases, Pending):
            self.walker.bases = bases

    def _at_codebase(self, codebase: str) -> Any:
        if len(codebase) > MAX_BASE:
            return NO_BASE
        bases = self.walker.bases
        return Pending(codebase) if isinstance(bases, Pending) else at_codebase(codebase, bases)


def unused(tokenizer: Any = None) -> Markup:
    """Return a free object. If a tokenizer's class is given, the object is not reused later."""
    if tokenizer is not None:
        return Markup(tokenizer())
    made = _SPARE.pop() if _SPARE else Markup(html.Tokenizer())
    made.shared = True
    return made


_BESIDE = {**attributes.BESIDE, "object": frozenset({"codebase"}), "applet": frozenset({"codebase"})}
del _BESIDE["input"]
