"""Read the tags of a document: names, declarations, and how their attributes and texts are read.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

import sys

from uri_extract._typing import TYPE_CHECKING, Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.decode.xml_references import entity
from uri_extract.media.markup.bases import Pending
from uri_extract.media.markup.urls import kind_bits
from uri_extract.media.xml import vocabularies
from uri_extract.media.xml.values import value
from uri_extract.records import Problem

if not cython.compiled:
    from uri_extract.limits import MAX_REFERENCE
    from uri_extract.media.markup import rows
    from uri_extract.media.xml._plans import Plan, Reading
    from uri_extract.media.xml._scopes import Environment, Scopes
    from uri_extract.media.xml.names import DECLARES
    from uri_extract.pages import LineCounter, Rows, layout

if TYPE_CHECKING:
    from uri_extract.details import Origin
    from uri_extract.pages import Pool

_SHOWN = cython.declare(cython.Py_ssize_t, 256)  # the most bytes of a name in records


@cython.cfunc
def _outermost(known: dict[str, Any]) -> Environment:
    """Return the environment without declarations, which is kept with the names of a tokenizer."""
    found: Environment | None = known.get("environment")
    if found is None:
        found = known["environment"] = Environment({"xml": vocabularies.XML}, None)
    return found


@cython.cclass
class Elements:
    """Follow the tags of one document, whose own bases are ``own``.

    References are added to ``rows``, with problems and markers among them (``noted``). References found as text in a
    span of ``css`` are dropped.
    """

    def __init__(
        self, origin: Origin, own: tuple[str | None, ...], tokenizer: Any, pool: Pool, vocabulary: str, places: bool
    ) -> None:
        self.origin = origin
        self.own = own
        self.scopes = Scopes(own, _outermost(tokenizer.known))
        self.rows = Rows(pool)
        self.noted = False  # some rows are not references
        self.css: list[tuple[int, int]] = []
        self.plan = Plan("", "", "")
        self.based = True  # a base element of XHTML has an effect
        self.empty = False  # the current scope is that of a self-closing tag
        self.lines = LineCounter() if places else LineCounter(counted=sys.maxsize)
        #: Attributes of the current element that are read with others.
        self.beside: dict[str, str] = {}
        self.window, self.offset = b"", 0
        self.names: list[bytes] = tokenizer.names
        self.vocabulary = vocabulary
        self.root = False  # the root element was read
        self.repeatable = False  # the current tag has the same declarations wherever it occurs again
        self.reported: set[str] = set()  # the kinds of problems reported so far

    def begin_window(self, window: bytes, table: cython.longlong[::1], offset: cython.longlong) -> None:
        """Begin with the rows of a window, which begins at byte ``offset`` of the document."""
        self.window = window
        self.table = table
        self.offset = offset

    # -- tags --------------------------------------------------------------------------------------------------------

    def name(self, at: cython.Py_ssize_t) -> str:
        """Return the name of a tag or an attribute as written."""
        number: cython.Py_ssize_t = self.table[at + rows.ID]
        raw: bytes = self.names[number] if number else self.spelling(at)
        return raw.decode("utf-8", "replace")

    def shown(self, at: cython.Py_ssize_t) -> str:
        """Return a name as records have it, shortened if it is long."""
        name: str = self.name(at)
        return name if len(name) <= _SHOWN else name[:_SHOWN]

    def spelling(self, at: cython.Py_ssize_t) -> bytes:
        """Return the bytes of a name."""
        return self.window[self.table[at + rows.START] : self.table[at + rows.END]]

    def key(self, at: cython.Py_ssize_t) -> object:
        """Return the key by which the name of a tag is counted."""
        number: cython.Py_ssize_t = self.table[at + rows.ID]
        if number:
            return number
        spelling: bytes = self.spelling(at)
        return spelling if len(spelling) <= _SHOWN else spelling[:_SHOWN]

    def tag(self, at: cython.Py_ssize_t, count: cython.Py_ssize_t) -> Plan:
        """Read the declarations and the name of a start tag; return its plan."""
        scopes: Scopes = self.scopes
        bits: cython.longlong = self.table[at + rows.BITS]
        root: cython.bint = not self.root
        self.root = True
        if root:
            self.begin(at, count)
        declares: cython.bint = bits & DECLARES != 0 and not self.ignored()
        plan: Plan | None = self.enter_known(at) if declares else None
        if plan is not None:
            self.plan = plan
            if root:
                self.end_root(plan, at)
            return plan
        outer: Environment = scopes.environment
        self.repeatable = declares
        entered: cython.bint = declares and self.declare(at, count)
        plan = self.plan_of(at)
        self.plan = plan
        if self.repeatable and not (bits & rows.SELF_CLOSING or plan.special):
            tag: bytes = self.tag_bytes(at)
            if tag:
                outer.remember(tag, scopes.environment)
        if not bits & rows.SELF_CLOSING:
            if not entered and plan.template:
                scopes.enter(self.key(at), {}, None)
                entered = scopes.entered
            elif not entered and scopes.counted:
                key: object = self.key(at)
                if key in scopes.counted:
                    scopes.opened(key)
            if entered and plan.template:
                scopes.enter_template()
        if root:
            self.end_root(plan, at)
        beside: Any = vocabularies.BESIDE.get(plan.local) if plan.special else None
        self.beside = {} if beside is None else self.values(at, count, beside)
        return plan

    def enter_known(self, at: cython.Py_ssize_t) -> Plan | None:
        """Open an element with a start tag that is cached; return its plan, None if it is not cached or has no room."""
        scopes: Scopes = self.scopes
        environment: Environment = scopes.environment
        inner: Environment | None = environment.inside_tag(self.tag_bytes(at))
        if inner is None:
            return None
        number: cython.Py_ssize_t = self.table[at + rows.ID]
        plan: Plan | None = inner.plans[number] if number < len(inner.plans) else None
        if plan is None:
            return None
        if inner is environment:  # it repeats declarations around it
            if number in scopes.counted:
                scopes.opened(number)
        elif not scopes.enter_known(number, inner):
            return None
        return plan

    def ignored(self) -> cython.bint:
        """Return True if declarations here are ignored, which was reported, and do not change the bases around."""
        scopes: Scopes = self.scopes
        return scopes.is_full() and scopes.outer_bases is scopes.bases and "too-deep" in self.reported

    def tag_bytes(self, at: cython.Py_ssize_t) -> bytes:
        """Return a start tag if it is short and complete; otherwise no bytes."""
        start: cython.Py_ssize_t = self.table[at + rows.START]
        end: cython.Py_ssize_t = self.table[at + rows.VALUE_END]
        return self.window[start:end] if start < end <= start + _SHOWN else b""

    def begin(self, at: cython.Py_ssize_t, count: cython.Py_ssize_t) -> None:
        """Read the root element: without a namespace, it shows the vocabulary of elements without one."""
        known: Environment = self.scopes.known
        tag: bytes = self.tag_bytes(at)
        key = (tag, self.vocabulary)
        outermost: Environment | None = known.inside_tag(key)
        if outermost is not None:
            self.scopes.begin_in(outermost)
            return
        name: str = self.name(at)
        tells: cython.bint = ":" not in name and not self.values(at, count, ("xmlns",))
        self.scopes.begin(vocabularies.of_root(name) or self.vocabulary if tells else None)
        if tag:
            known.remember(key, self.scopes.environment)

    def end_root(self, plan: Plan, at: cython.Py_ssize_t) -> None:
        """Note the vocabulary of the root element: base elements have an effect only in XHTML and SVG."""
        if plan.vocabulary not in (vocabularies.XHTML, "svg"):
            self.based = False
            self.base_known(self.offset + self.table[at + rows.START], self.own, None)

    def base_known(self, place: cython.longlong, bases: Any, problem: Any) -> None:
        """Set the bases of the document, known from ``place`` on, and add their problem if there is one."""
        self.scopes.base_known(bases)
        self.rows.note(layout.MARKER, place, problem)
        self.noted = True

    def base_is_known(self, bases: tuple[str | None, ...]) -> None:
        """Resolve references against these bases from now on, unless the document's base is known already."""
        if isinstance(self.scopes.document_bases, Pending):
            self.scopes.base_known(bases)

    def plan_of(self, at: cython.Py_ssize_t) -> Plan:
        """Return the plan of a tag by its name."""
        environment: Environment = self.scopes.environment
        number: cython.Py_ssize_t = self.table[at + rows.ID]
        plans: list[Any] = environment.plans
        plan: Plan | None = plans[number] if number < len(plans) else None
        if plan is None:
            name: str = self.shown(at)
            vocabulary: str
            local: str
            vocabulary, local = environment.meaning(name)
            plan = Plan(vocabulary, local, name)
            if number:
                plans += [None] * (number + 1 - len(plans))
                plans[number] = plan
                self.scopes.known.size += 1
        return plan

    def values(self, at: cython.Py_ssize_t, count: cython.Py_ssize_t, wanted: Any) -> dict[Any, Any]:
        """Return the values of the attributes of a tag that have the wanted names."""
        values: dict[str, str] = {}
        at += rows.WIDTH
        while at < count * rows.WIDTH and self.table[at] == rows.ATTRIBUTE:
            name: str = self.name(at).lower()
            if name in wanted:
                values[name] = self.value(at)
            at += rows.WIDTH
        return values

    def value(self, at: cython.Py_ssize_t) -> str:
        """Return the value of an attribute."""
        raw: bytes = self.window[self.table[at + rows.VALUE] : self.table[at + rows.VALUE_END]]
        return value(raw)

    def declare(self, at: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.bint:
        """Read the declarations of a tag; return True if they change a prefix or the base."""
        declared: dict[str, str] = {}
        base: str = None  # type: ignore[assignment]
        first: cython.Py_ssize_t = at
        row: cython.Py_ssize_t = at + rows.WIDTH
        while row < count * rows.WIDTH and self.table[row] == rows.ATTRIBUTE:
            if self.table[row + rows.BITS] & DECLARES:
                name: str = self.name(row)
                text: str = self.value(row)
                # An empty namespace depends on the document, a base on the bases around it.
                if name == "xml:base":
                    base, first = text, row
                    self.repeatable = False
                elif len(name) <= _SHOWN:
                    prefix: str = name[6:]
                    self.repeatable = self.repeatable and text != ""
                    declared[prefix] = self.vocabulary_of(text, prefix, at)
            row += rows.WIDTH
        if base is None and not self.scopes.environment.news(declared):
            return False
        problem: Any = self.scopes.enter(self.key(at), declared, base)
        if problem is not None:
            self.repeatable = False
            self.problem(self.offset + self.table[first + rows.START], problem[0], problem[1], True)
        if self.scopes.entered:
            self.empty = self.table[at + rows.BITS] & rows.SELF_CLOSING != 0
        return self.scopes.entered

    def vocabulary_of(self, namespace: str, prefix: str, at: cython.Py_ssize_t) -> str:
        """Return the vocabulary of a namespace that a tag declares.

        If the namespace is an entity, as in SVG by drawing programs, the prefix or the element's name determines it.
        """
        if namespace.startswith("&"):
            return vocabularies.UNDECLARED.get(prefix, "") if prefix else vocabularies.of_root(self.name(at))
        return vocabularies.of_namespace(namespace) if namespace or prefix else self.scopes.no_namespace()

    def leave_empty(self) -> None:
        """Close the scope of a self-closing tag."""
        self.empty = False
        self.scopes.leave()

    def end(self, at: cython.Py_ssize_t) -> None:
        """Read an end tag."""
        key: object = self.key(at)
        if key in self.scopes.counted:
            self.scopes.closed(key)

    def place(self, at: cython.Py_ssize_t) -> Reading | None:
        """Return how the current attribute is read; None if it is not a reference."""
        plan: Plan = self.plan
        number: cython.Py_ssize_t = self.table[at + rows.ID]
        name: str = self.shown(at)
        found: Reading | None = None
        if name != "xmlns" and not name.startswith("xmlns:"):  # the name of a namespace is found as text
            space, local = self.scopes.environment.meaning(name, True)
            place = vocabularies.place(plan.vocabulary, plan.local, space, local)
            if place is not None:
                found = Reading(place, name)
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
        if not once or kind not in self.reported:
            self.reported.add(kind)
            self.rows.problem(Problem(self.origin.document, place, kind, message))
            self.noted = True

    def too_long(self, place: int) -> None:
        """Add the problem of a reference that is too long."""
        message = f"a reference that begins here has more than {MAX_REFERENCE} bytes, and is left out"
        self.problem(place, "reference-too-long", message)

    def unexpanded(self, raw: bytes, place: int) -> None:
        """Add a problem if a reference contains a reference to an entity: the URI that its author meant is unknown."""
        name = None if "entity" in self.reported else entity(raw)
        if name:
            self.problem(place, "entity", f"{name} and other entities are not expanded: they are left as written", True)

    # -- lines -------------------------------------------------------------------------------------------------------

    def count_to(self, to: int) -> None:
        """Count the line feeds before ``to``, an index of the window."""
        self.lines.count_to(self.window, self.offset, to)

    def leave(self, window: bytes, offset: int, to: int) -> None:
        """Count the line feeds before ``to``, an index of the window, whose next part begins there."""
        self.window, self.offset = window, offset
        self.count_to(to)
