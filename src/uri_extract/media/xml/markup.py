"""The references in attributes, elements and style sheets, and the bases, from the rows of the tokenizer.

As in HTML (:mod:`uri_extract.media.html.markup`), their bytes are masked for the plain-text scanner, which reads
afterwards. The text of an element that is a reference, or holds HTML, may come in several runs, and begin in a window
before: what the plain-text scanner has found in it by then does not count.
"""

from __future__ import annotations

import uri_extract._re as re
from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.decode.character_references import decode
from uri_extract.decode.xml_references import decode_character_references, reference
from uri_extract.limits import MAX_BASE, MAX_REFERENCE
from uri_extract.media.html import attributes
from uri_extract.media.html.attributes import Place
from uri_extract.media.markup import rows
from uri_extract.media.markup.bases import UNUSABLE, Bases, too_long
from uri_extract.media.markup.links import Named
from uri_extract.media.markup.urls import url
from uri_extract.media.xml.contents import Content, EscapedHtml
from uri_extract.media.xml.elements import Elements, Plan, Reading
from uri_extract.media.xml.names import SLOTS
from uri_extract.media.xml.scopes import inside
from uri_extract.pages import layout
from uri_extract.records import Problem
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.decode.character_references import Value
    from uri_extract.media.markup.urls import Found
    from uri_extract.pages import Pool
    from uri_extract.records import Origin

# The processing instruction of a style sheet (Associating Style Sheets with XML documents §3), and its href.
_STYLESHEET = re.compile(rb"\?xml-stylesheet[\t\n\r ]")
_HREF = re.compile(rb"[\t\n\r ]href[\t\n\r ]*+=[\t\n\r ]*+(?:\"([^\"]*+)\"|'([^']*+)')")
_HTML_TYPES = frozenset(("html", "text/html"))


class Markup(Elements):
    """Read the rows of one document, window by window.

    ``masks``, ``verbatim`` and ``texts`` are as HTML's; ``rows`` may not be in the order of their places
    (``disordered``). ``options`` are those of the scanner for HTML that was escaped.
    """

    def __init__(
        self, origin: Origin, bases: Bases, tokenizer: Any, pool: Pool, undone: bool, options: dict[str, Any],
        vocabulary: str, places: bool,
    ) -> None:  # fmt: skip
        own = bases.chosen
        super().__init__(origin, (own.uri, own.source), tokenizer, pool, vocabulary, places)
        self._bases = bases
        self._walk = variant("uri_extract.media.xml._walk", tokenizer.compiled).walk
        self._links = Named(tokenizer, SLOTS, _decoded)
        self.texts_too = places  # those of links
        self._escaped = EscapedHtml(tokenizer.compiled, origin, places, options)
        self.undone = undone
        self.masks: list[tuple[int, int]] = []
        self.verbatim: list[tuple[int, int]] = []
        self.texts: list[tuple[int, int, str]] = []
        self.disordered = False  # rows are not in the order of their places
        self.fresh = -1
        self.content: Content | None = None

    def read(self, window: bytes, table: Any, count: int, offset: int) -> None:
        """Read the rows of a window that begins at byte ``offset`` of the document."""
        self._window, self._table, self._offset = window, table, offset
        self._walk(self, window, table, count, offset)
        if self.texts_too:
            if self.disordered:
                self.rows.sort()
            self._links.read(window, offset, count, self.rows)

    def settled(self, place: int) -> int:
        """Return up to where everything is found: ``place``, or the start of an open link or of the element at hand."""
        if self._links.waiting >= 0:
            place = min(place, self._links.waiting)
        return place if self.content is None else min(place, self.content.start)

    def close(self) -> None:
        """Take the end of the document: an element that is open is text."""
        self.content = None

    # -- attributes --------------------------------------------------------------------------------------------------

    def attribute(self, at: int, place: Place | Reading) -> None:
        """Read an attribute that may hold references."""
        table, plan = self._table, self.plan
        start, end = table[at + rows.VALUE], table[at + rows.VALUE_END]
        offset = self._offset
        if plan.special and self._beside:
            place = attributes.place(plan.local, place.attribute, self._beside) or place
        raw = self._window[start:end]
        if table[at + rows.BITS] & rows.TOO_LONG:
            if place.kind != "uri":
                self.too_long(offset + start)
                self.masks.append((start, end))
            return
        value = decode(raw, reference)
        if plan.base and place.attribute == "href" and self.based and not self.scopes.template:
            self._base(value.text, offset + start)
        found = attributes.read(place.kind, value.text)
        # As text, a reference that ends the value could go on with the quotation mark: "'/>".
        single = table[at + rows.BITS] & rows.QUOTATION == rows.SINGLE and (b":" in raw or b"&" in raw)
        closing = [(end, end + 1)] if single else []
        if not found:
            self.masks += closing
            return
        bases = self.scopes.bases
        if place.base == "own" or (place.base == "page" and not found[0].text):
            bases = self.own
        elif place.base == "parent":
            bases = self.scopes.outer_bases
        elif place.base == "codebase" and "codebase" in self._beside:
            bases = inside(bases, codebase := attributes.codebase(url(self._beside["codebase"]).text))
            if len(codebase) > MAX_BASE:
                self.problem(offset + start, UNUSABLE, too_long(codebase), once=True)
        delimiter = layout.CSS if place.kind == "css" else layout.ATTRIBUTE
        self._add_all(found, value, start, delimiter, bases, plan.shown, place.attribute)
        if place.kind in attributes.WHOLE:
            self.masks.append((start, end))
        else:
            self.masks += [(start + value.span(*each[1:])[0], start + value.span(*each[1:])[1]) for each in found]
            self.masks += closing
        if b"&" in raw:
            self.unexpanded(raw, offset + start)

    def _base(self, href: str, place: int) -> None:
        base = self._bases.offer(href)
        if base is None:
            return
        problem = Problem(self.origin.document, place, UNUSABLE, base.problem) if base.problem else None
        self.base_known(place, base.pair, problem)

    # -- runs --------------------------------------------------------------------------------------------------------

    def run(self, kind: int, at: int) -> None:
        """Read a run: one of text may have a reference in it, others have no character references."""
        table, offset = self._table, self._offset
        start, end = table[at + rows.START], table[at + rows.END]
        if kind != rows.DATA:
            self.verbatim.append((start, end))
        if kind == rows.PI and _STYLESHEET.match(self._window, start, end):
            self._stylesheet(start, end)
        if kind in (rows.DATA, rows.CDATA) and offset + start - (9 if kind == rows.CDATA else 0) == self.fresh and (
            self._window.find(b":", start, end) >= 0
        ):  # fmt: skip
            self.texts.append((offset + start, offset + end, self.plan.shown))

    def _stylesheet(self, start: int, end: int) -> None:
        match = _HREF.search(self._window, start, end)
        if match is None:
            return
        raw = match[1] if match[1] is not None else match[2]
        begin = match.start(1) if match[1] is not None else match.start(2)
        value = decode(raw, reference)
        found = attributes.read("url", value.text)
        self._add_all(found, value, begin, layout.ATTRIBUTE, self.scopes.bases, "?xml-stylesheet", "href")
        self.masks.append((begin, begin + len(raw)))

    def _add_all(
        self, found: list[Found], value: Value, begin: int, delimiter: int, bases: Any, element: str, attribute: str
    ) -> None:
        """Add the references in a value, which begins at that index of the window."""
        for text, first, last in found:
            first, last = value.span(first, last)
            self.count_to(begin + first)
            self.add(text, value.raw[first:last], self._offset + begin + first, delimiter, bases, element, attribute)

    # -- the text of an element that is a reference, or holds some -----------------------------------------------------

    def open(self, plan: Plan, at: int, count: int) -> None:
        """Begin to read the text of an element."""
        how = plan.text
        if how == "typed":
            if self.values(at, count, ("type",)).get("type", "").strip().lower() not in _HTML_TYPES:
                return
            how = "html"
        elif how == "permalink":
            false = self.values(at, count, ("ispermalink",)).get("ispermalink", "").strip().lower() == "false"
            how = "uri" if false else "url"
        start = self._table[at + rows.VALUE_END]
        self.count_to(start)
        self.content = Content(how or "", plan.shown, self._offset + start, self.lines)

    def piece(self, kind: int, at: int) -> None:
        """Read a run inside such an element."""
        table, content = self._table, self.content
        assert content is not None
        start, end = table[at + rows.START], table[at + rows.END]
        if not content.take(self._offset + start, self._window[start:end], kind):
            self.content = None
            if content.size > MAX_REFERENCE:
                message = f"an element has more than {MAX_REFERENCE} bytes of text, and is read as plain text"
                self.problem(content.start, "content-too-long", message)

    def finish(self, at: int) -> None:
        """Read the end tag of such an element."""
        content, self.content = self.content, None
        assert content is not None
        end = self._offset + self._table[at + rows.START] - 2
        found = self.rows
        before = found.count
        if not content.read(end, self, self._escaped):
            return
        after = found.count
        self.css.append((content.start, end))
        self.masks.append((max(0, content.start - self._offset), end - self._offset))
        self.unexpanded(content.source, content.start)
        if found.count > after or (before and found.get(before - 1, layout.START) > content.start):
            self.disordered = True


def _decoded(raw: bytes) -> str:
    return decode_character_references(raw).decode("utf-8", "replace")
