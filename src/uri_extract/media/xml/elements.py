"""The tags of a document: what their names mean, what they declare, and how their attributes and text are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from uri_extract.limits import MAX_REFERENCE
from uri_extract.media.html import attributes, rows
from uri_extract.media.html.base import Marker
from uri_extract.media.html.markup import kind_of
from uri_extract.media.html.references import decode
from uri_extract.media.xml import vocabularies
from uri_extract.media.xml.names import DECLARES
from uri_extract.media.xml.references import entity, reference
from uri_extract.media.xml.scopes import Scopes
from uri_extract.records import Occurrence, Problem

if TYPE_CHECKING:
    from uri_extract.media.html.attributes import Place

_NEW = tuple.__new__
_SHOWN = 256  # bytes of a name that are shown

_BESIDE = {**attributes.BESIDE, "object": frozenset({"codebase"}), "applet": frozenset({"codebase"})}
del _BESIDE["input"]


class Covered(NamedTuple):
    """A span that was read: what the plain-text scanner finds in it does not count."""

    start: int
    end: int


class Reading:
    """How an attribute is read (:class:`~uri_extract.media.html.attributes.Place`); ``plain``: as one URL."""

    __slots__ = ("attribute", "base", "kind", "plain")

    def __init__(self, place: Place, shown: str) -> None:
        self.attribute = shown
        self.kind = place.kind
        self.base = place.base
        self.plain = place.kind == "url" and place.base == "document"


class Plan:
    """What a name means where it stands: of an element how its text is read, and its attributes.

    ``special``: it is to be looked at closely; ``plain``: but without attributes its text is one URL; ``bare``: but
    without attributes it is like any other. ``attributes`` has, by number, how each is read; None: it holds no
    reference.
    """

    __slots__ = ("attributes", "bare", "base", "local", "plain", "shown", "special", "template", "text", "vocabulary")

    def __init__(self, vocabulary: str, local: str, shown: str) -> None:
        self.vocabulary = vocabulary
        self.local = local
        self.shown = shown
        self.text = vocabularies.text(vocabulary, local)
        self.base = vocabulary == vocabularies.XHTML and local == "base"
        self.template = vocabulary == vocabularies.XHTML and local == "template"
        beside = vocabulary == vocabularies.XHTML and local in _BESIDE
        self.special = self.text is not None or self.base or self.template or beside
        self.plain = self.text in ("url", "permalink")
        self.bare = self.text == "typed"
        self.attributes: dict[int, Reading | None] = {}


class Elements:
    """Follows the tags of one document; ``found`` holds what they gave. ``own`` is the document's own base.

    Until the document's base is known, what depends on it has ``provisional`` for its bases, or bases that know those
    around them.
    """

    def __init__(
        self, document: str | None, own: tuple[str | None, str | None], tokenizer: Any, vocabulary: str
    ) -> None:
        self.document = document
        self.own = own
        self.provisional: tuple[str | None, str | None] = (own[0], own[1])  # which is another object
        self.scopes = Scopes(self.provisional)
        self.found: list[Any] = []
        self.plan = Plan("", "", "")
        self.based = True  # a base element of XHTML counts
        self.empty = False  # the scope at hand is that of a tag that closes itself
        self.line = 1
        self.counted = self.line_start = 0
        self._names: list[bytes] = tokenizer.names
        self._vocabulary = vocabulary
        self._root = False  # was seen
        self._noted: set[str] = set()  # problems that are told once
        self._beside: dict[str, str] = {}
        self._window, self._offset = b"", 0
        self._table: Any = None

    def open(self, plan: Plan, at: int, count: int) -> None:
        """Begin to read the text of an element."""
        raise NotImplementedError

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
        root, self._root = not self._root, True
        if root:
            self._begin(at, count)
        scopes = self.scopes
        entered = bits & DECLARES and self._declare(at, count)
        plan = self._plan(at)
        self.plan = plan
        if not bits & rows.SELF_CLOSING:
            key = self.key(at)
            if not entered and plan.template:
                scopes.enter(key, {}, None)
                entered = scopes.entered
            elif not entered and key in scopes.counted:
                scopes.opened(key)
            if entered and plan.template:
                scopes.enter_template()
        if root and plan.vocabulary not in (vocabularies.XHTML, "svg"):  # its base element is no matter of others
            self.based = False
            self.base_known(self._offset + self._table[at + rows.START], self.own, None)
        self._beside = {}
        if plan.special:
            if plan.vocabulary == vocabularies.XHTML and plan.local in _BESIDE:
                self._beside = self.values(at, count, _BESIDE[plan.local])
            if plan.text is not None and not bits & (rows.SELF_CLOSING | rows.PARTS):
                self.open(plan, at, count)
        return plan

    def _begin(self, at: int, count: int) -> None:
        """Take the root element: where it has no namespace, it says whose elements those are that have none."""
        name = self.name(at)
        if ":" not in name and not self.values(at, count, ("xmlns",)):
            self.scopes.root(vocabularies.of_root(name) or self._vocabulary)

    def base_known(self, place: int, bases: tuple[str | None, ...], problem: Problem | None) -> None:
        """Say which base the document has, for what comes."""
        self.scopes.base_known(bases)
        self.found.append(Marker(place, problem))

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

    def values(self, at: int, count: int, wanted: Any) -> dict[str, str]:
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

    def _declare(self, at: int, count: int) -> bool:
        """Take what a tag declares; return whether something else counts in it than around it."""
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
            return False
        problem = self.scopes.enter(self.key(at), declared, base[0] if base else None)
        if problem:
            self.problem(self._offset + table[(base[1] if base else at) + rows.START], *problem, once=True)
        if self.scopes.entered:
            self.empty = bool(table[at + rows.BITS] & rows.SELF_CLOSING)
        return self.scopes.entered

    def leave_empty(self) -> None:
        """Close the scope of a tag that closed itself."""
        self.empty = False
        self.scopes.leave()

    def end(self, at: int) -> None:
        """Take an end tag whose name is counted."""
        if self.key(at) in self.scopes.counted:
            self.scopes.closed(self.key(at))

    def place(self, at: int) -> Reading | None:
        """Return how the attribute at hand is read, None where it holds no reference."""
        plan = self.plan
        number = self._table[at + rows.ID]
        name = self.name(at)[:_SHOWN]
        found = None
        if name != "xmlns" and not name.startswith("xmlns:"):  # a name: where it is a URI, it is found as text
            space, local = self.scopes.environment.meaning(name, attribute=True)
            place = vocabularies.place(plan.vocabulary, plan.local, space, local)
            found = place and Reading(place, name.lower())
        if number:
            plan.attributes[number] = found
        return found

    # -- what comes out ------------------------------------------------------------------------------------------------

    def add(
        self, text: str, raw: bytes, start: int, delimiter: str, bases: Any, element: str, attribute: str | None
    ) -> None:
        """Note a reference; its line is that which was counted to."""
        fields = (
            text, raw.decode("utf-8", "surrogateescape"), start, start + len(raw), self.line,
            start - self.line_start + 1, self.document, delimiter, None, None, (), kind_of(text), bases, element,
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
