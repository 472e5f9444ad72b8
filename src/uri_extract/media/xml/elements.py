"""The tags of a document: what their names mean, what they declare, how their attributes and texts are read."""

from __future__ import annotations

import sys
from functools import lru_cache

import uri_extract._re as re
from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.decode.character_references import decode
from uri_extract.decode.xml_references import entity, reference
from uri_extract.limits import MAX_REFERENCE
from uri_extract.media.markup import rows
from uri_extract.media.markup.bases import Pending
from uri_extract.media.markup.urls import kind_bits
from uri_extract.media.xml import vocabularies
from uri_extract.media.xml.names import DECLARES
from uri_extract.media.xml.scopes import Scopes, outermost
from uri_extract.pages import LineCounter, Rows, layout
from uri_extract.records import Problem
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.details import Origin
    from uri_extract.pages import Pool

_SHOWN = 256  # bytes of a name that are shown

_PLANS = variant("uri_extract.media.xml._plans")
Plan: Any = _PLANS.Plan
Reading: Any = _PLANS.Reading
_BESIDE = _PLANS.BESIDE


_WHITE_SPACE = re.compile(rb"[\t\n\r]")
_RETURN = re.compile(rb"\r(?!\n)")
_BLANKS = bytes.maketrans(b"\t\n", b"  ")


def normalized(raw: bytes) -> bytes:
    """Return the bytes of an attribute's value, its line breaks and tabs replaced by blanks (XML 1.0 §3.3.3).

    All others keep their places: of a line break of two bytes, which is one blank (§2.11), the carriage return stays.
    Whoever reads a URL drops it (URL Standard §4.4), as what is written ``&#13;``.
    """
    if _WHITE_SPACE.search(raw) is None:
        return raw
    return _RETURN.sub(b" ", raw).translate(_BLANKS)


def _value(raw: bytes) -> str:
    """Return the value of an attribute as it is in the document."""
    return decode(normalized(raw), reference).text


_short_value = lru_cache(256)(_value)  # a feed declares the same namespaces in each entry


class Elements:
    """Follow the tags of one document, whose own bases are ``own``.

    ``rows`` get the references, with problems and markers among them (``noted``). What was found in text from the start
    to the end of a span of ``css`` does not count.
    """

    def __init__(
        self, origin: Origin, own: tuple[str | None, ...], tokenizer: Any, pool: Pool, vocabulary: str, places: bool
    ) -> None:
        self.origin = origin
        self.own = own
        self.scopes: Scopes = Scopes(own, outermost(tokenizer.known))
        self.rows: Rows = Rows(pool)
        self.noted: bool = False  # there are rows that are no references
        self.css: list[tuple[int, int]] = []
        self.plan: Any = Plan("", "", "")
        self.based: bool = True  # a base element of XHTML counts
        self.empty: bool = False  # the current scope is that of a tag that closes itself
        self.lines: LineCounter = LineCounter() if places else LineCounter(counted=sys.maxsize)
        self._names: list[bytes] = tokenizer.names
        self._vocabulary = vocabulary
        self._root = False  # was read
        self._repeatable = False  # what the current tag declares is the same wherever it is again
        self._reported: set[str] = set()  # problems that are reported once
        self._beside: dict[str, str] = {}
        self._window, self._offset = b"", 0
        self._table: Any = None

    # -- tags --------------------------------------------------------------------------------------------------------

    def name(self, at: int) -> str:
        """Return the name of a tag or an attribute as it is written."""
        table = self._table
        number = table[at + rows.ID]
        raw = self._names[number] if number else self._window[table[at + rows.START] : table[at + rows.END]]
        return raw.decode("utf-8", "replace")

    def key(self, at: int) -> Any:
        """Return the key by which the name of a tag is counted."""
        table = self._table
        return table[at + rows.ID] or self._window[table[at + rows.START] : table[at + rows.END]][:_SHOWN]

    def tag(self, at: int, count: int) -> Any:
        """Read a start tag: its declarations and its name; its attributes follow."""
        table, scopes = self._table, self.scopes
        bits = table[at + rows.BITS]
        root, self._root = not self._root, True
        if root:
            self._begin(at, count)
        plan = self._enter_known(at) if bits & DECLARES else None
        if plan is not None:
            self.plan = plan
            if root:
                self._end_root(plan, at)
            return plan
        outer = scopes.environment
        self._repeatable = bits & DECLARES and not self._ignored
        entered = self._repeatable and self._declare(at, count)
        plan = self._plan(at)
        self.plan = plan
        if self._repeatable and not (bits & rows.SELF_CLOSING or plan.special) and (tag := self._tag(at)):
            outer.remember(tag, scopes.environment)
        if not bits & rows.SELF_CLOSING:
            key = self.key(at)
            if not entered and plan.template:
                scopes.enter(key, {}, None)
                entered = scopes.entered
            elif not entered and key in scopes.counted:
                scopes.opened(key)
            if entered and plan.template:
                scopes.enter_template()
        if root:
            self._end_root(plan, at)
        self._beside = {}
        if plan.special and plan.local in _BESIDE:
            self._beside = self.values(at, count, _BESIDE[plan.local])
        return plan

    def _enter_known(self, at: int) -> Any:
        """Open an element whose start tag is remembered, with what it declares; None if it is not, or has no room."""
        scopes = self.scopes
        environment = scopes.environment
        inner = environment.inside_tag(self._tag(at))
        if inner is None:
            return None
        number = self._table[at + rows.ID]
        plan = inner.plans[number] if number < len(inner.plans) else None
        if plan is None:
            return None
        if inner is environment:  # it repeats what is declared around it
            if number in scopes.counted:
                scopes.opened(number)
        elif not scopes.enter_known(number, inner):
            return None
        return plan

    @property
    def _ignored(self) -> bool:
        """Whether no more is declared here, as was reported, and the base around stays what it is."""
        scopes = self.scopes
        return scopes.is_full and scopes.outer_bases is scopes.bases and "too-deep" in self._reported

    def _tag(self, at: int) -> bytes:
        """Return a start tag if it is short and whole; else nothing."""
        start, end = self._table[at + rows.START], self._table[at + rows.VALUE_END]
        return self._window[start:end] if start < end <= start + _SHOWN else b""

    def _begin(self, at: int, count: int) -> None:
        """Read the root element: without a namespace, it tells the vocabulary of elements that have none."""
        key = self._tag(at), self._vocabulary
        outermost = self.scopes.known.inside_tag(key)
        if outermost is not None:
            self.scopes.begin_in(outermost)
            return
        name = self.name(at)
        tells = ":" not in name and not self.values(at, count, ("xmlns",))
        self.scopes.begin(vocabularies.of_root(name) or self._vocabulary if tells else None)
        if key[0]:
            self.scopes.known.remember(key, self.scopes.environment)

    def _end_root(self, plan: Any, at: int) -> None:
        """Take the vocabulary of the root element: a base element counts in XHTML and SVG only."""
        if plan.vocabulary not in (vocabularies.XHTML, "svg"):
            self.based = False
            self.base_known(self._offset + self._table[at + rows.START], self.own, None)

    def base_known(self, place: int, bases: tuple[str | None, ...], problem: Problem | None) -> None:
        """Set the bases of the document, which are known from ``place`` on."""
        self.scopes.base_known(bases)
        self.rows.note(layout.MARKER, place, problem)
        self.noted = True

    def base_is_known(self, bases: tuple[str | None, ...]) -> None:
        """Resolve references against these from now on, unless the base of the document was read before."""
        if isinstance(self.scopes.document_bases, Pending):
            self.scopes.base_known(bases)

    def _plan(self, at: int) -> Any:
        environment = self.scopes.environment
        number = self._table[at + rows.ID]
        plans = environment.plans
        plan = plans[number] if number < len(plans) else None
        if plan is None:
            name = self.name(at)[:_SHOWN]
            vocabulary, local = environment.meaning(name)
            plan = Plan(vocabulary or "", local, name)
            if number:
                plans += [None] * (number + 1 - len(plans))
                plans[number] = plan
                self.scopes.known.size += 1
        return plan

    def values(self, at: int, count: int, wanted: Any) -> dict[str, str]:
        """Return the values of the attributes of a tag whose names are wanted."""
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
        raw = self._window[table[at + rows.VALUE] : table[at + rows.VALUE_END]]
        return _short_value(raw) if len(raw) <= _SHOWN else _value(raw)

    def _declare(self, at: int, count: int) -> bool:
        """Read the declarations of a tag; return True if prefixes or the base differ from those around it."""
        table = self._table
        declared: dict[str, str] = {}
        base = None
        row = at + rows.WIDTH
        while row < count * rows.WIDTH and table[row] == rows.ATTRIBUTE:
            if table[row + rows.BITS] & DECLARES:
                name = self.name(row)
                # What has no namespace depends on the document; a base on what is around.
                self._repeatable = self._repeatable and name != "xml:base" and self._value(row) != ""
                if name == "xml:base":
                    base = (self._value(row), row)
                elif name == "xmlns":
                    declared[""] = self._vocabulary_of(self._value(row), "", at)
                elif len(name) <= _SHOWN:
                    declared[name[6:]] = self._vocabulary_of(self._value(row), name[6:], at)
            row += rows.WIDTH
        if base is None and all(self.scopes.environment.prefixes.get(key) == declared[key] for key in declared):
            return False
        problem = self.scopes.enter(self.key(at), declared, base[0] if base else None)
        if problem:
            self._repeatable = False
            self.problem(self._offset + table[(base[1] if base else at) + rows.START], *problem, once=True)
        if self.scopes.entered:
            self.empty = bool(table[at + rows.BITS] & rows.SELF_CLOSING)
        return self.scopes.entered

    def _vocabulary_of(self, namespace: str, prefix: str, at: int) -> str:
        """Return the vocabulary of a namespace that a tag declares.

        Where an entity replaces it, as drawing programs write SVG, the prefix or the element's name tells.
        """
        if namespace.startswith("&"):
            return vocabularies.UNDECLARED.get(prefix, "") if prefix else vocabularies.of_root(self.name(at))
        return vocabularies.of_namespace(namespace) if namespace or prefix else self.scopes.no_namespace()

    def leave_empty(self) -> None:
        """Close the scope of a tag that closes itself."""
        self.empty = False
        self.scopes.leave()

    def end(self, at: int) -> None:
        """Read an end tag whose name is counted."""
        if self.key(at) in self.scopes.counted:
            self.scopes.closed(self.key(at))

    def place(self, at: int) -> Any:
        """Return how the current attribute is read; None if it has no reference."""
        plan = self.plan
        number = self._table[at + rows.ID]
        name = self.name(at)[:_SHOWN]
        found = None
        if name != "xmlns" and not name.startswith("xmlns:"):  # a URI that names a namespace is found as text
            space, local = self.scopes.environment.meaning(name, attribute=True)
            place = vocabularies.place(plan.vocabulary, plan.local, space, local)
            found = place and Reading(place, name)
        if number:
            plan.attributes[number] = found
            self.scopes.known.size += 1
        return found

    # -- what was found ----------------------------------------------------------------------------------------------

    def add(
        self, text: str, raw: bytes, start: int, delimiter: int, bases: Any, element: str, attribute: str | None
    ) -> None:
        """Add a reference whose line was counted."""
        self.rows.add(
            text, raw.decode("utf-8", "surrogateescape"), start, start + len(raw), self.lines.number,
            start - self.lines.start + 1, kind_bits(text) | delimiter, bases, self.origin, element, attribute,
        )  # fmt: skip
        if delimiter == layout.CSS:
            self.css.append((start, start + len(raw)))

    def problem(self, place: int, kind: str, message: str, once: bool = False) -> None:
        """Add a problem."""
        if not once or kind not in self._reported:
            self._reported.add(kind)
            self.rows.problem(Problem(self.origin.document, place, kind, message))
            self.noted = True

    def too_long(self, place: int) -> None:
        """Add the problem of a reference that is too long."""
        message = f"a reference that begins here has more than {MAX_REFERENCE} bytes, and is left out"
        self.problem(place, "reference-too-long", message)

    def unexpanded(self, raw: bytes, place: int) -> None:
        """Add a problem if a reference has one to an entity in it: what its author meant is not known."""
        name = None if "entity" in self._reported else entity(raw)
        if name:
            self.problem(place, "entity", f"{name} and other entities are not expanded: they are left as written", True)

    # -- lines -------------------------------------------------------------------------------------------------------

    def count_to(self, to: int) -> None:
        """Count the line feeds before ``to``, an index of the window."""
        self.lines.count_to(self._window, self._offset, to)

    def leave(self, window: bytes, offset: int, to: int) -> None:
        """Count the line feeds before ``to``, an index of the window, which moves on to there."""
        self._window, self._offset = window, offset
        self.count_to(to)
