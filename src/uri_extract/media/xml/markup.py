"""The rows of the tokenizer become references: those of attributes, of elements and of style sheets, and every base.

As in HTML (:mod:`uri_extract.media.html.markup`), what they are made of is masked in the bytes that the plain-text
scanner reads afterwards. The text of an element that is a reference, or holds HTML, may come in several runs, and begin
in a window before: what the plain-text scanner has read of it by then does not count, and
:class:`~uri_extract.media.xml.elements.Covered` says so.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from uri_extract.limits import MAX_BASE, MAX_REFERENCE
from uri_extract.media.html import attributes, rows
from uri_extract.media.html import tokenizers as html_tokenizers
from uri_extract.media.html.attributes import Place
from uri_extract.media.html.base import UNUSABLE, Bases, too_long
from uri_extract.media.html.links import Named, add_texts
from uri_extract.media.html.references import decode
from uri_extract.media.html.urls import url
from uri_extract.media.markup import start_of
from uri_extract.media.xml.contents import Content
from uri_extract.media.xml.elements import Covered, Elements, Plan, Reading
from uri_extract.media.xml.names import SLOTS
from uri_extract.media.xml.references import reference, undo
from uri_extract.media.xml.scopes import inside
from uri_extract.records import Problem
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.media.html.urls import Found

# A stylesheet's processing instruction (Associating Style Sheets with XML documents §3), and what its href is.
_STYLESHEET = re.compile(rb"\?xml-stylesheet[\t\n\r ]")
_HREF = re.compile(rb"[\t\n\r ]href[\t\n\r ]*+=[\t\n\r ]*+(?:\"([^\"]*+)\"|'([^']*+)')")
_HTML_TYPES = frozenset(("html", "text/html"))


class Markup(Elements):
    """Reads the rows of one document, window by window.

    ``found``, ``masks``, ``verbatim``, ``texts`` are as HTML's; what was found may be in another order than it stood,
    which ``disordered`` says.
    """

    def __init__(
        self, document: str | None, bases: Bases, tokenizer: Any, undone: bool = False,
        options: dict[str, Any] | None = None, vocabulary: str = "",
    ) -> None:  # fmt: skip
        own = bases.chosen
        super().__init__(document, (own.uri, own.source), tokenizer, vocabulary)
        self._bases = bases
        self._compiled = tokenizer.compiled
        self._walk = variant("uri_extract.media.xml._walk", tokenizer.compiled).walk
        self._links = Named(tokenizer, SLOTS)
        self._html: Any = None
        self.undone = undone
        self.options = options or {}  # of the scanner for HTML that was escaped
        self.masks: list[tuple[int, int]] = []
        self.verbatim: list[tuple[int, int]] = []
        self.texts: list[tuple[int, int, str]] = []
        self.disordered = False  # what was found is not in the order of its places
        self.fresh = -1
        self.content: Content | None = None

    def read(self, window: bytes, table: Any, count: int, offset: int) -> None:
        """Take the rows of a window that stands at ``offset`` of the document."""
        self._window, self._table, self._offset = window, table, offset
        links = self._links.read(window, offset, count)
        self._walk(self, window, table, count, offset)
        if links:
            add_texts(self.found, links, not self.disordered, _undone)
            links.clear()

    def html_tokenizer(self) -> Any:
        """Return a tokenizer for HTML that was escaped: one serves all, as making them costs more than they do."""
        if self._html is None:
            self._html = html_tokenizers.like(self._compiled)()
        self._html.restart()
        return self._html

    def settled(self, place: int) -> int:
        """Return up to where all is found, if that is ``place`` but for an element that is read, or an open link."""
        if self._links.waiting >= 0:
            place = min(place, self._links.waiting)
        return place if self.content is None else min(place, self.content.start)

    def close(self) -> None:
        """Say that nothing follows: what is open was no whole element."""
        self.content = None

    # -- attributes --------------------------------------------------------------------------------------------------

    def attribute(self, at: int, place: Place | Reading) -> None:
        """Take an attribute that may hold references."""
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
        delimiter = "css" if place.kind == "css" else "attribute"
        self.count_to(start)
        for text, begin, stop in found:
            begin, stop = value.span(begin, stop)
            if begin:
                self.count_to(start + begin)
            self.add(text, raw[begin:stop], offset + start + begin, delimiter, bases, plan.shown, place.attribute)
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
        problem = Problem(self.document, place, UNUSABLE, base.problem) if base.problem else None
        self.base_known(place, base.pair, problem)

    # -- runs --------------------------------------------------------------------------------------------------------

    def run(self, kind: int, at: int) -> None:
        """Take a run that may hold a reference, or in which none of characters means one."""
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
        self._take(found, value.span, raw, begin, "attribute", "?xml-stylesheet", "href")
        self.masks.append((begin, begin + len(raw)))

    def _take(
        self, found: list[Found], span: Any, raw: bytes, begin: int, delimiter: str, element: str, attribute: str | None
    ) -> None:
        for text, first, last in found:
            first, last = span(first, last)
            self.count_to(begin + first)
            self.add(text, raw[first:last], self._offset + begin + first, delimiter, self.scopes.bases, element,
                     attribute)  # fmt: skip

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
        self.content = Content(how or "", plan.shown, self._offset + start, self.line, self.line_start)

    def piece(self, kind: int, at: int) -> None:
        """Take a run inside such an element."""
        table, content = self._table, self.content
        assert content is not None
        start, end = table[at + rows.START], table[at + rows.END]
        if not content.take(self._offset + start, self._window[start:end], kind):
            self.content = None
            if content.size > MAX_REFERENCE:
                message = f"an element has more than {MAX_REFERENCE} bytes of text, and is read as plain text"
                self.problem(content.start, "content-too-long", message)

    def finish(self, at: int) -> None:
        """Take the tag that ends such an element."""
        content, self.content = self.content, None
        assert content is not None
        end = self._offset + self._table[at + rows.START] - 2
        found = content.read(end, self.scopes.bases, self)
        if not found:
            return
        if self.found and start_of(self.found[-1]) > content.start:
            self.disordered = True
        self.found.append(Covered(content.start, end))
        self.found += found
        self.masks.append((max(0, content.start - self._offset), end - self._offset))
        self.unexpanded(content.source, content.start)


def _undone(raw: bytes) -> str:
    return undo(raw).decode("utf-8", "replace")
