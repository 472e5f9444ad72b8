"""The rows of the tokenizer become references: those of attributes, of elements and of style sheets, and every base.

As in HTML (:mod:`uri_extract.media.html.markup`), what they are made of is masked in the bytes that the plain-text
scanner reads afterwards. The text of an element that is a reference, or holds HTML, may come in several runs, and begin
in a window before: what the plain-text scanner has read of it by then does not count, and :class:`Covered` says so.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from uri_extract.limits import MAX_REFERENCE
from uri_extract.media.html import attributes, rows
from uri_extract.media.html.attributes import Place
from uri_extract.media.html.base import UNUSABLE, Bases
from uri_extract.media.html.markup import kind_of
from uri_extract.media.html.references import decode
from uri_extract.media.html.urls import url
from uri_extract.media.xml import vocabularies
from uri_extract.media.xml._walk import walk as interpreted
from uri_extract.media.xml.contents import Content
from uri_extract.media.xml.names import DECLARES
from uri_extract.media.xml.references import entity, reference
from uri_extract.media.xml.scopes import Scopes, inside
from uri_extract.records import Occurrence, Problem
from uri_extract.scan import kernels

if TYPE_CHECKING:
    from uri_extract.media.html.urls import Found

_NEW = tuple.__new__
_SHOWN = 256  # bytes of a name that are shown

# A stylesheet's processing instruction (Associating Style Sheets with XML documents §3), and what its href is.
_STYLESHEET = b"?xml-stylesheet"
_HREF = re.compile(rb"[\t\n\r ]href[\t\n\r ]*+=[\t\n\r ]*+(?:\"([^\"]*+)\"|'([^']*+)')")
_HTML_TYPES = frozenset(("html", "text/html"))


def _variant() -> Any:
    """Return what walks through rows: compiled where the kernel in use is, and it was built as well."""
    if "compiled" in kernels:
        with suppress(ImportError):
            from uri_extract.media.xml._walk_c import walk as compiled

            return compiled
    return interpreted


walk = _variant()


class Marker(NamedTuple):
    """From here on the document's base is known."""

    start: int
    problem: Problem | None


class Covered(NamedTuple):
    """A span that was read: what the plain-text scanner finds in it does not count."""

    start: int
    end: int


def start_of(item: Any) -> int:
    """Return where an occurrence, a problem, or what else is found begins."""
    start: int = item.offset if item.__class__ is Problem else item.start
    return start


class Plan:
    """What a name means where it stands: of an element what its text is, and of its attributes how each is read.

    ``attributes`` has, by number: None, nothing; a :class:`Place`.
    """

    __slots__ = ("attributes", "base", "local", "shown", "special", "text", "vocabulary")

    def __init__(self, vocabulary: str, local: str, shown: str) -> None:
        self.vocabulary = vocabulary
        self.local = local
        self.shown = shown
        self.text = vocabularies.text(vocabulary, local)
        self.base = vocabulary == vocabularies.XHTML and local == "base"
        self.special = self.text is not None or self.base or (vocabulary == vocabularies.XHTML and local in _BESIDE)
        self.attributes: dict[int, Place | None] = {}


class Markup:
    """Reads the rows of one document, window by window; ``found``, ``masks``, ``verbatim``, ``texts`` as HTML's has.

    ``names`` are the tokenizer's. What depends on the document's base has ``provisional`` for its bases, or bases that
    know their chain, until it is known.
    """

    def __init__(
        self, document: str | None, bases: Bases, tokenizer: Any, undone: bool = False,
        options: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.document = document
        self._bases = bases
        self._names: list[bytes] = tokenizer.names
        self._walk = walk if tokenizer.compiled else interpreted
        self.undone = undone
        self.options = options or {}  # of the scanner for HTML that was escaped
        own = bases.chosen
        self.own: tuple[str | None, str | None] = (own.uri, own.source)
        self.provisional: tuple[str | None, str | None] = (own.uri, own.source)  # which is another object
        self._known = False  # the document's base is
        self.scopes = Scopes(self.provisional)
        self.found: list[Any] = []
        self.masks: list[tuple[int, int]] = []
        self.verbatim: list[tuple[int, int]] = []
        self.texts: list[tuple[int, int, str]] = []
        self.marked = False
        self.disordered = False  # what was found is not in the order of its places
        self._root = False  # was seen
        self._noted: set[str] = set()  # problems that are told once
        self.plan = Plan("", "", "")
        self.fresh = -1
        self.empty = False  # the scope at hand is that of a tag that closes itself
        self.content: Content | None = None
        self._beside: dict[str, str] = {}
        self._window, self._offset = b"", 0
        self._table: Any = None
        self.line = 1
        self.counted = self.line_start = 0

    def read(self, window: bytes, table: Any, count: int, offset: int) -> None:
        """Take the rows of a window that stands at ``offset`` of the document."""
        self._window, self._table, self._offset = window, table, offset
        self._walk(self, window, table, count, offset)

    def settled(self, place: int) -> int:
        """Return up to where all is found, if that is ``place`` but for an element that is read."""
        return place if self.content is None else min(place, self.content.start)

    def close(self) -> None:
        """Say that nothing follows: what is open was no whole element."""
        self.content = None

    # -- tags --------------------------------------------------------------------------------------------------------

    def name(self, at: int) -> str:
        """Return the name of a tag or an attribute as it stands."""
        table = self._table
        number = table[at + rows.ID]
        raw = self._names[number] if number else self._window[table[at + rows.START] : table[at + rows.END]]
        return raw.decode("utf-8", "replace")

    def key(self, at: int) -> Any:
        """Return what a tag's name is counted by."""
        table = self._table
        return table[at + rows.ID] or self._window[table[at + rows.START] : table[at + rows.END]][:_SHOWN]

    def tag(self, at: int, count: int) -> Plan:
        """Take a start tag: what it declares, and what it is; its attributes follow."""
        table = self._table
        bits = table[at + rows.BITS]
        if not self._root:
            self._begin(at)
        if bits & DECLARES:
            self._declare(at, count)
        elif self.key(at) in self.scopes.counted:
            if not bits & rows.SELF_CLOSING:
                self.scopes.opened(self.key(at))
        plan = self._plan(at)
        self.plan = plan
        self._beside = {}
        if plan.special:
            if plan.vocabulary == vocabularies.XHTML and plan.local in _BESIDE:
                self._beside = self._values(at, count, _BESIDE[plan.local])
            if plan.text is not None and not bits & (rows.SELF_CLOSING | rows.PARTS):
                self._open(plan, at, count)
        return plan

    def _begin(self, at: int) -> None:
        """Take the root element: it says whose names without a namespace are, and whether a base may come."""
        self._root = True
        local = self.name(at).rpartition(":")[2]
        vocabulary = vocabularies.of_root(local)
        self.scopes.root(vocabulary)
        if vocabulary not in (vocabularies.XHTML, "svg"):
            self._mark(self._offset + self._table[at + rows.START], self.own, None)

    def _mark(self, place: int, bases: tuple[str | None, str | None], problem: Problem | None) -> None:
        self._known = True
        self.scopes.base_known(bases)
        self.found.append(Marker(place, problem))
        self.marked = True

    def _plan(self, at: int) -> Plan:
        environment = self.scopes.environment
        number = self._table[at + rows.ID]
        plan = environment.plans.get(number)
        if plan is None:
            name = self.name(at)[:_SHOWN]
            vocabulary, local = environment.meaning(name)
            plan = Plan(vocabulary or "", local, name.lower())
            if number:
                environment.plans[number] = plan
        return plan

    def _values(self, at: int, count: int, wanted: Any) -> dict[str, str]:
        """Return those attributes of a tag that are wanted."""
        table = self._table
        values: dict[str, str] = {}
        at += rows.WIDTH
        while at < count * rows.WIDTH and table[at] == rows.ATTRIBUTE:
            name = self.name(at).lower()
            if name in wanted:
                values[name] = self._value(at)
            at += rows.WIDTH
        return values

    def _value(self, at: int) -> str:
        table = self._table
        return decode(self._window[table[at + rows.VALUE] : table[at + rows.VALUE_END]], reference).text

    def _declare(self, at: int, count: int) -> None:
        """Take what a tag declares."""
        table = self._table
        declared: dict[str, str] = {}
        base = None
        row = at + rows.WIDTH
        while row < count * rows.WIDTH and table[row] == rows.ATTRIBUTE:
            if table[row + rows.BITS] & DECLARES:
                name = self.name(row)
                if name == "xml:base":
                    base = (self._value(row), row)
                elif name == "xmlns":
                    value = self._value(row)
                    declared[""] = vocabularies.of_namespace(value) if value else self.scopes.no_namespace()
                elif len(name) <= _SHOWN:
                    declared[name[6:]] = vocabularies.of_namespace(self._value(row))
            row += rows.WIDTH
        if base is None and all(self.scopes.environment.prefixes.get(key) == declared[key] for key in declared):
            if self.key(at) in self.scopes.counted and not table[at + rows.BITS] & rows.SELF_CLOSING:
                self.scopes.opened(self.key(at))
            return
        problem = self.scopes.enter(self.key(at), declared, base[0] if base else None)
        if problem:
            self.problem(self._offset + table[(base[1] if base else at) + rows.START], *problem, once=True)
        if self.scopes.entered:
            self.empty = bool(table[at + rows.BITS] & rows.SELF_CLOSING)

    def leave_empty(self) -> None:
        """Close the scope of a tag that closed itself."""
        self.empty = False
        self.scopes.leave()

    def end(self, at: int) -> None:
        """Take an end tag whose name is counted."""
        if self.key(at) in self.scopes.counted:
            self.scopes.closed(self.key(at))

    # -- attributes --------------------------------------------------------------------------------------------------

    def place(self, at: int) -> Place | None:
        """Return how the attribute at hand is read, None where it holds no reference."""
        plan = self.plan
        number = self._table[at + rows.ID]
        name = self.name(at)[:_SHOWN]
        if name == "xmlns" or name.startswith("xmlns:"):
            found = None  # a name: where it is a URI, it is found as text
        else:
            space, local = self.scopes.environment.meaning(name, attribute=True)
            found = vocabularies.place(plan.vocabulary, plan.local, space, local)
            if found is not None:
                found = found._replace(attribute=name.lower())
        if number:
            plan.attributes[number] = found
        return found

    def attribute(self, at: int, place: Place) -> None:
        """Take an attribute that may hold references."""
        table, plan = self._table, self.plan
        start, end = table[at + rows.VALUE], table[at + rows.VALUE_END]
        offset = self._offset
        if plan.special and self._beside:
            place = attributes.place(plan.local, place.attribute, self._beside) or place
        raw = self._window[start:end]
        if place.kind == "uri" and b":" not in raw and b"&" not in raw and b"//" not in raw:
            return
        if table[at + rows.BITS] & rows.TOO_LONG:
            if place is not vocabularies.SHAPE:
                self.too_long(offset + start)
                self.masks.append((start, end))
            return
        value = decode(raw, reference)
        if plan.base and place.attribute == "href":
            self._base(value.text, offset + start)
        found = attributes.read(place.kind, value.text)
        if not found:
            return
        bases = self.scopes.bases
        if place.base == "own" or (place.base == "page" and not found[0].text):
            bases = self.own
        elif place.base == "parent":
            bases = self.scopes.outer_bases
        elif place.base == "codebase" and "codebase" in self._beside:
            bases = inside(bases, attributes.codebase(url(self._beside["codebase"]).text))
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
        if b"&" in raw:
            self.unexpanded(raw, offset + start)

    def _base(self, href: str, place: int) -> None:
        base = self._bases.offer(href)
        if base is None:
            return
        problem = Problem(self.document, place, UNUSABLE, base.problem) if base.problem else None
        self._mark(place, (base.uri, base.source), problem)

    # -- runs --------------------------------------------------------------------------------------------------------

    def run(self, kind: int, at: int) -> None:
        """Take a run that may hold a reference, or in which none of characters means one."""
        table, offset = self._table, self._offset
        start, end = table[at + rows.START], table[at + rows.END]
        if kind != rows.DATA:
            self.verbatim.append((start, end))
        if kind == rows.PI and self._window.startswith(_STYLESHEET, start):
            self._stylesheet(start, end)
        if kind in (rows.DATA, rows.CDATA) and offset + start - (9 if kind == rows.CDATA else 0) == self.fresh and (
            self._window.find(b":", start, end) >= 0
        ):  # fmt: skip
            self.texts.append((offset + start, offset + end, self.plan.shown))

    def _stylesheet(self, start: int, end: int) -> None:
        match = _HREF.search(self._window, start + len(_STYLESHEET), end)
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

    def _open(self, plan: Plan, at: int, count: int) -> None:
        """Begin to read the text of an element."""
        how = plan.text
        if how == "typed":
            if self._values(at, count, ("type",)).get("type", "").strip().lower() not in _HTML_TYPES:
                return
            how = "html"
        elif how == "permalink":
            false = self._values(at, count, ("ispermalink",)).get("ispermalink", "").strip().lower() == "false"
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

    # -- what comes out ------------------------------------------------------------------------------------------------

    def add(
        self, text: str, raw: bytes, start: int, delimiter: str, bases: Any, element: str, attribute: str | None
    ) -> None:
        """Note a reference; its line is that which was counted to."""
        fields = (
            text, raw.decode("utf-8", "surrogateescape"), start, start + len(raw), self.line,
            start - self.line_start + 1, self.document, delimiter, None, False, (), kind_of(text), bases, element,
            attribute, None, None,
        )  # fmt: skip
        self.found.append(_NEW(Occurrence, fields))

    def problem(self, place: int, kind: str, message: str, once: bool = False) -> None:
        """Note a problem."""
        if not once or kind not in self._noted:
            self._noted.add(kind)
            self.found.append(Problem(self.document, place, kind, message))

    def too_long(self, place: int) -> None:
        """Note a reference that was too long."""
        message = f"a reference that begins here has more than {MAX_REFERENCE} bytes, and is left out"
        self.problem(place, "reference-too-long", message)

    def unexpanded(self, raw: bytes, place: int) -> None:
        """Note a reference that holds an entity's: what its author meant is not known."""
        name = entity(raw)
        if name:
            self.problem(place, "entity", f"{name} and other entities are not expanded: they stand as written", True)

    # -- lines -------------------------------------------------------------------------------------------------------

    def count_to(self, to: int) -> None:
        """Count the line feeds before ``to``, a position in the window."""
        offset = self._offset
        begin = max(0, self.counted - offset)
        last = self._window.rfind(b"\n", begin, to)
        if last >= 0:
            self.line += self._window.count(b"\n", begin, last) + 1
            self.line_start = offset + last + 1
        if to > begin:
            self.counted = offset + to

    def leave(self, window: bytes, offset: int, to: int) -> None:
        """Count the line feeds before ``to``, a position in the window, which moves on to there."""
        self._window, self._offset = window, offset
        self.count_to(to)


_BESIDE = {**attributes.BESIDE, "object": frozenset({"codebase"}), "applet": frozenset({"codebase"})}
del _BESIDE["input"]
