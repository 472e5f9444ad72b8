"""The fast path over the tokens of a window of XML: names, declarations, and what attributes and elements hold."""

from __future__ import annotations

import sys
from sys import maxsize

import cython

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any
from uri_extract.decode._character_references import NOTHING, TEXT, VERBATIM, entity
from uri_extract.markup.bases import UNUSABLE, Pending, too_long
from uri_extract.markup.html import tokenizers
from uri_extract.markup.html.attributes import Place
from uri_extract.markup.urls import PLAIN, kind_bits
from uri_extract.markup.xml import vocabularies
from uri_extract.markup.xml.bases import inside, resolved
from uri_extract.markup.xml.values import value
from uri_extract.markup.xml.vocabularies import HOW, KNOWN
from uri_extract.rows import Pool
from uri_extract.rows.details import Origin
from uri_extract.rows.layout import FIRST
from uri_extract.rows.records import Problem
from uri_extract.text.options import ScanOptions

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
    from cython.cimports.libc.string import memcpy, memset
    from cython.cimports.uri_extract.rows._memory import is_ascii
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._compat._ascii import (
        AMPERSAND, AT, COLON, EQUALS, GREATER_THAN, LEFT_BRACE, LEFT_PAREN, LESS_THAN, LINE_FEED, NUMBER_SIGN, PIPE,
        RIGHT_PAREN, SEMICOLON, SLASH, SMALL_A, SMALL_M, SMALL_P, SPACE, TAB,
    )  # fmt: skip
    from uri_extract._compat._search import next_place, occurs
    from uri_extract.decode._character_references import DecodedValue
    from uri_extract.limits import MAX_BASE, MAX_PREFIXES, MAX_REFERENCE, MAX_SCOPES
    from uri_extract.markup.html._documents import Fragments
    from uri_extract.markup import rows
    from uri_extract.markup.xml.names import DECLARES, MOST_KEPT
    from uri_extract.rows import LineCounter, Rows, layout


# -- The meaning of names in an XML document: how the text and the attributes of an element are read -------------------


class Reading:
    """How an attribute with that spelling is read (:class:`~uri_extract.markup.html.attributes.Place`).

    ``plain``: as one URL; ``checked``: unless it is a template or the like (``vocabularies._ANYWHERE``).
    """

    def __init__(self, place: Place, shown: str) -> None:
        self.attribute = shown
        self.kind: str = place.kind
        self.base: str = place.base
        self.name: cython.bint = place.name  # its references are names
        self.checked: cython.bint = place.kind == "link"
        self.plain: cython.bint = self.checked or (place.kind == "url" and place.base == "document")


class Plan:
    """How the text and the attributes of an element with that name are read.

    ``special``: the fast path cannot read it. ``how`` its ``text`` is read is a number of
    :data:`~uri_extract.markup.xml.vocabularies.HOW`; 0: its attributes determine it, for which ``tags`` is a cache.
    ``attributes`` has, by number, how each is read; None: it holds no reference.
    """

    def __init__(self, vocabulary: str, local: str, shown: str) -> None:
        html = vocabulary == vocabularies.XHTML
        self.vocabulary = vocabulary
        self.local = local
        self.shown = shown
        self.text = vocabularies.TEXT_KINDS.get((vocabulary, local))
        self.how: cython.int = vocabularies.HOW.get(self.text or "", 0)
        self.base: cython.bint = html and local == "base"
        self.template: cython.bint = html and local == "template"
        self.special: cython.bint = self.base or self.template or (html and local in vocabularies.BESIDE)
        self.attributes: dict[int, Reading | None] = {}
        self.tags: dict[bytes, int] = {}


# -- Determine the meaning of prefixes and the base in each element (Namespaces in XML 1.0, XML Base) ------------------
#
# Only elements that declare something are kept while they are open. The open elements with the name of such an element
# are counted, which shows when it ends; so missing end tags do no harm.

# The most environments that are cached.
_MOST = cython.declare(cython.int, 256)
_UNDECLARED = cython.declare(dict, vocabularies.UNDECLARED)


class Environment:
    """The meaning of prefixes: ``prefixes`` maps each prefix to a vocabulary, and ``""`` to that of unprefixed names.

    ``plans`` are the plans of element names with this meaning, by the number of the name. All environments inside the
    outermost one share ``remembered``.
    """

    def __init__(self, prefixes: dict[Any, Any], remembered: dict[Any, Any] | None) -> None:
        self.prefixes = prefixes
        self.plans: list[Any] = []
        self.size: cython.Py_ssize_t = 0  # in the outermost one: a lower bound of the number of plans and readings
        # For all documents: maps the identity of an environment and the declarations in it to that environment and the
        # inner one. The value keeps the first one alive, so no other object has its identity.
        self.remembered: dict[Any, Any] = {} if remembered is None else remembered

    def news(self, declared: dict[Any, Any]) -> tuple[Any, ...]:
        """Return the declarations that change the meaning of a prefix here."""
        return tuple([each for each in declared.items() if self.prefixes.get(each[0]) != each[1]])

    def inside(self, declared: dict[Any, Any]) -> tuple[Any, ...]:
        """Return the environment inside an element with declarations, and False if these are too many prefixes."""
        news = self.news(declared)
        if not news:
            return self, True
        known = self.remembered.get((id(self), news))
        if known is not None:
            return known[1], True
        if len(self.prefixes) + len([None for each in news if each[0] not in self.prefixes]) > MAX_PREFIXES:
            return self, False
        if len(self.remembered) >= _MOST:
            self.remembered.clear()
        made = Environment(self.prefixes | dict(news), self.remembered)
        self.remembered[id(self), news] = self, made
        return made, True

    def inside_tag(self, tag: Any) -> Environment | None:
        """Return the environment inside an element with a start tag that is cached here; None if it is not."""
        known: Any = self.remembered.get((id(self), tag))
        return None if known is None else known[1]

    def remember(self, tag: Any, inner: Environment) -> None:
        """Cache the environment inside an element with this start tag: feeds have the same one in each entry."""
        if len(self.remembered) >= _MOST:
            self.remembered.clear()
        self.remembered[id(self), tag] = self, inner

    @property
    def is_small(self) -> bool:
        """True if the environments are small enough to keep them for other documents."""
        small: bool = self.size + 8 * len(self.remembered) <= MOST_KEPT
        return small

    def meaning(self, name: str, attribute: cython.bint = False) -> tuple[Any, ...]:
        """Return the vocabulary of a name and its local part in lower case.

        The name of an element without a prefix has the vocabulary of the default namespace; that of an attribute has
        none.
        """
        prefix: str
        colon: str
        local: str
        prefix, colon, local = name.rpartition(":")
        if not colon:
            return None if attribute else self.prefixes.get("", ""), local.lower()
        found: Any = self.prefixes.get(prefix)
        return _UNDECLARED.get(prefix, "") if found is None else found, local.lower()


class Scope:
    """An open element with declarations.

    ``count`` is the number of open elements of its name, with it; ``base`` is its ``xml:base``, ``around`` the next
    outer scope with the same name.
    """

    def __init__(
        self, name: Any, count: cython.int, environment: Environment, base: str | None, bases: Any,
        around: Scope | None, template: bool,
    ) -> None:  # fmt: skip
        self.name = name
        self.count: cython.Py_ssize_t = count  # elements of its name that were open when it was opened, it among them
        self.environment = environment
        self.base = base
        self.bases = bases
        self.around = around
        self.template: cython.bint = template


class Scopes:
    """Follow the declarations of one document, whose own bases are ``own``. A name is a number, or bytes.

    ``known`` is the environment without declarations, with the plans of earlier documents; it is used from
    :meth:`begin` on. ``counted`` has the number of open elements of each name in scopes: call :meth:`opened` and
    :meth:`closed` for these names only. ``environment`` and ``bases`` are the current ones; the bases are pending until
    that of the document is known.
    """

    def __init__(self, own: tuple[str | None, ...], known: Environment) -> None:
        self.known = known
        self.environment = Environment(known.prefixes, None)
        self.own = own
        self.document_bases: Any = Pending()
        self.bases: Any = self.document_bases
        self.counted: dict[Any, int] = {}
        self.innermost: dict[Any, Scope] = {}  # by name
        self.open: list[Scope] = []
        self.outermost: Environment = self.environment
        #: The bases around the last element with declarations, and True if it was opened.
        self.outer_bases: Any = self.document_bases
        self.entered = False
        #: True if a template of XHTML is open: its contents are not part of the document (HTML Standard §4.12.3).
        self.template = False

    def begin(self, vocabulary: str | None) -> None:
        """Begin with the root element; ``vocabulary`` is that of elements without a namespace, if it shows it."""
        self.begin_in(self.known if vocabulary is None else self.known.inside({"": vocabulary})[0])

    def begin_in(self, outermost: Environment) -> None:
        self.environment = self.outermost = outermost

    def is_full(self) -> cython.bint:
        """Return True if there is no room for the declarations of another element."""
        return len(self.open) >= MAX_SCOPES

    def no_namespace(self) -> str:
        vocabulary: str = self.outermost.prefixes.get("", "")
        return vocabulary

    def enter(self, name: Any, declared: dict[Any, Any], base: str | None) -> tuple[Any, ...] | None:
        """Open an element with declarations of prefixes or a base; return the kind and message of a problem."""
        problem = None
        self.outer_bases = self.bases
        self.entered = not self.is_full()
        if not self.entered:
            return "too-deep", f"more than {MAX_SCOPES} open elements declare something: further ones are ignored"
        environment, room = self.environment.inside(declared)
        if not room:
            problem = "too-deep", f"more than {MAX_PREFIXES} prefixes are declared: further ones are ignored"
        bases = self.bases
        if base is not None:
            bases = inside(bases, base)
            around, made = self.so_far(self.bases), self.so_far(bases)
            if made[0] is None and (around[0] is not None or len(base) > MAX_BASE):
                problem = UNUSABLE, too_long(base)
            elif made == around and resolved(around, base) is None:
                problem = UNUSABLE, f"the base {base[:200]!r} cannot be resolved: using the enclosing base"
        self.push(name, environment, base, bases)
        return problem

    def enter_known(self, name: Any, environment: Environment) -> cython.bint:
        """Open an element with declarations of prefixes, whose environment is known; return False without room."""
        self.entered = not self.is_full()
        if self.entered:
            self.outer_bases = self.bases
            self.push(name, environment, None, self.bases)
        return self.entered

    def push(self, name: Any, environment: Environment, base: str | None, bases: Any) -> None:
        """Open an element with this environment and these bases inside it."""
        count: Any = self.counted.get(name, 0) + 1
        self.counted[name] = count
        scope = Scope(name, count, environment, base, bases, self.innermost.get(name), self.template)
        self.innermost[name] = scope
        self.open.append(scope)
        self.environment = environment
        self.bases = bases

    def opened(self, name: Any) -> None:
        """Count a start tag without declarations."""
        self.counted[name] += 1

    def closed(self, name: Any) -> None:
        """Count an end tag; it also closes the scopes inside its element."""
        count: cython.Py_ssize_t = self.counted[name]
        scope: Scope = self.innermost[name]
        if scope.count != count:
            self.counted[name] = count - 1
            return
        while self.open[-1] is not scope:
            self.leave()
        self.leave()

    def enter_template(self) -> None:
        """Mark the element opened last as a template."""
        scope: Scope = self.open[-1]
        self.template = scope.template = True

    def leave(self) -> None:
        scope: Scope = self.open.pop()
        if scope.around is None:
            del self.innermost[scope.name], self.counted[scope.name]
        else:
            self.innermost[scope.name] = scope.around
            self.counted[scope.name] = scope.count - 1
        if self.open:
            scope = self.open[-1]
            self.environment, self.bases, self.template = scope.environment, scope.bases, scope.template
        else:
            self.environment, self.bases, self.template = self.outermost, self.document_bases, False

    def so_far(self, bases: Any) -> tuple[Any, ...]:
        """Return bases, resolved as if the document declared no base."""
        return bases.known(self.own) if isinstance(bases, Pending) else bases

    def base_known(self, bases: Any) -> None:
        """Set the bases of the document, for the references that follow."""
        scope: Scope
        if isinstance(self.outer_bases, Pending):
            self.outer_bases = self.outer_bases.known(bases)
        self.document_bases = self.bases = bases
        for scope in self.open:
            if scope.base is not None:
                self.bases = inside(self.bases, scope.base)
            scope.bases = self.bases


# -- Read the tags of a document: names, declarations, and how their attributes and texts are read ---------------------

_SHOWN = cython.declare(cython.Py_ssize_t, 256)  # the most bytes of a name in records


def _outermost(known: dict[str, Any]) -> Environment:
    """Return the environment without declarations, which is kept with the names of a tokenizer."""
    found: Environment | None = known.get("environment")
    if found is None:
        found = known["environment"] = Environment({"xml": vocabularies.XML}, None)
    return found


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
        self.lines: LineCounter = LineCounter() if places else LineCounter(counted=sys.maxsize)
        #: Attributes of the current element that are read with others.
        self.beside: dict[str, str] = {}
        self.window: bytes = b""
        self.offset: cython.longlong = 0
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
        values: dict[str, str] = {}
        at += rows.WIDTH
        while at < count * rows.WIDTH and self.table[at] == rows.ATTRIBUTE:
            name: str = self.name(at).lower()
            if name in wanted:
                values[name] = self.value(at)
            at += rows.WIDTH
        return values

    def value(self, at: cython.Py_ssize_t) -> str:
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
        if not once or kind not in self.reported:
            self.reported.add(kind)
            self.rows.problem(Problem(self.origin.document, place, kind, message))
            self.noted = True

    def too_long(self, place: int) -> None:
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


# ----------------------------------------------------------------------------------------------------------------------
# The text of an element that is a reference, or holds some: kept until its end tag, when its references are placed.

_NOTHING = cython.declare(cython.int, NOTHING)
_FIRST = cython.declare(cython.longlong, FIRST)
# By the kind of a run: the kind of its text, and the bytes before and after it.
_RUNS = cython.declare(
    dict,
    {
        rows.DATA: (TEXT, b"", b""),
        rows.CDATA: (VERBATIM, b"<![CDATA[", b"]]>"),
        rows.COMMENT: (NOTHING, b"<!--", b"-->"),
        rows.PI: (NOTHING, b"<", b"?>"),
    },
)


class Content:
    """The text of the current element so far, which begins at byte ``start`` of the document.

    ``how`` it is read is a number of :data:`uri_extract.markup.xml.vocabularies.HOW`; 0: as ordinary text, or there is
    no element. ``marked``: decoded, it may contain markup. One object serves for all elements of a document.
    """

    def __init__(self) -> None:
        self.how: cython.int = 0
        self.start = 0
        self.element: object = None
        self.parts: list[tuple[int, bytes]] = []  # the parts of its source, with their kinds
        self.begin(0, None, 0, LineCounter())

    def begin(self, how: cython.int, element: object, start: cython.longlong, lines: LineCounter) -> cython.int:
        """Begin an element whose text begins at ``start``, up to which ``lines`` counted."""
        self.how = how
        self.element = element
        self.start = start
        self.size: cython.Py_ssize_t = 0
        self.line: cython.longlong = lines.number  # the line at the start of the text
        self.line_start: cython.longlong = lines.start  # the start of that line
        self.counted: cython.longlong = lines.counted  # the place up to which lines were counted
        if self.parts:
            self.parts = []
        self.after = b""  # the bytes after the last run
        self.marked = False
        return 0

    def take(self, kind: cython.int, place: cython.longlong, window: bytes, begin: cython.Py_ssize_t,
             end: cython.Py_ssize_t) -> cython.bint:  # fmt: skip
        """Add a run of a window, at byte ``place`` of the document; return False if it makes the text ordinary text."""
        known: tuple[int, bytes, bytes] | None = _RUNS.get(kind)
        gap: cython.longlong = place - self.start - self.size
        if known is None:
            return False
        if gap:
            self.add(_NOTHING, self.after + known[1])
        data: cython.p_const_uchar = window
        run: bytes = data[begin:end]
        self.add(known[0], run)
        self.after = known[2]
        self.marked = self.marked or AMPERSAND in run or (kind != rows.DATA and LESS_THAN in run)
        return self.start + self.size == place + end - begin and self.size <= limits.MAX_REFERENCE

    def add(self, how: cython.int, part: bytes) -> cython.int:
        """Add a part. A run that is longer than the limit comes in pieces, cut anywhere, which are joined."""
        self.size += len(part)
        if how != _NOTHING and self.parts and self.parts[len(self.parts) - 1][0] == how:
            part = self.parts.pop()[1] + part
        self.parts.append((how, part))
        return 0

    def lines(self) -> LineCounter:
        """Return a counter of the lines of the document that has counted those before the text."""
        return LineCounter(self.line, self.line_start, self.counted)

    def whole(self, end: cython.longlong) -> list[Any]:
        """Return all parts of the text with their kinds; none if it has others. Its end tag is at byte ``end``."""
        if self.parts and end > self.start + self.size:
            self.add(_NOTHING, self.after)
        if end != self.start + self.size:
            self.parts.clear()
        return self.parts


def place(
    found: Rows, begin: cython.Py_ssize_t, shift: cython.longlong, value: DecodedValue, source: bytes,
    start: cython.longlong, lines: LineCounter, element: object, bases: object,
    places: cython.bint,
) -> cython.int:  # fmt: skip
    """Change the places of the rows from ``begin`` on from places in a text to those in the document.

    The text is part of ``value``, from ``shift`` on. It was decoded from ``source``, which is at byte ``start`` of the
    document, up to which ``lines`` counted. The rows get ``bases`` unless these are None, and ``element`` if they have
    none. Without ``places`` their raw text is not kept.
    """
    number: cython.longlong = found.pool.number(bases)
    for row in range(begin, found.count):
        first: cython.Py_ssize_t = found.get(row, layout.START) - shift
        last: cython.Py_ssize_t = found.get(row, layout.END) - shift
        begun: cython.Py_ssize_t = value.place(first)
        ended: cython.Py_ssize_t = value.place_of_end(last) if last > first else begun
        if places and (
            ended - begun != last - first or not span_is_ascii(source, begun, ended)
        ):  # decoded text is shorter
            found.set_raw(row, source[begun:ended].decode("utf-8", "surrogateescape"))
        lines.count_to(source, start, begun)
        found.move_to(row, start + begun, start + ended, lines.number, start + begun - lines.start + 1)
        if number:
            found.set(row, layout.SOURCE, found.get(row, layout.SOURCE) & ~_FIRST | number)
        if not found.get(row, layout.PLACE) & _FIRST:
            found.set_element(row, element)
    return 0


def span_is_ascii(source: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    if not cython.compiled:
        return source[begin:end].isascii()
    data: cython.p_const_uchar = source
    return is_ascii(data + begin, end - begin)


# -- Escaped HTML in the elements of an XML document: its references, with their places in the document ----------------

_ENTITY = cython.declare(object, entity)


class Escaped:
    """The text of an element: ``source`` is at byte ``start`` of the document, up to which ``lines`` counted.

    ``at`` is its place among the texts that are read together; ``page`` has its rows if it was read alone. ``unknown``:
    it refers to an entity that is not expanded.
    """

    def __init__(
        self, content: Content, parts: list[tuple[int, bytes]], bases: object, lines: LineCounter | None
    ) -> None:
        self.element = content.element
        self.start: cython.longlong = content.start
        self.lines: LineCounter = content.lines() if lines is None else lines
        self.source: bytes = parts[0][1] if len(parts) == 1 else b"".join([part for _, part in parts])
        self.value = DecodedValue(parts)
        self.unknown = False
        self.bases = bases
        self.at = 0
        self.page: object = None


class EscapedHtml:
    """Find the references in escaped HTML, in a document whose own bases are ``own``.

    ``options`` are those of the scanner of text.
    """

    def __init__(self, pool: Pool, origin: Origin, own: tuple[str | None, ...], options: ScanOptions) -> None:
        self.pool = pool
        self.origin = origin
        self.own = own
        self.options = options
        self.lines: LineCounter | None = None if options.places else LineCounter(counted=maxsize)  # counts no lines
        self.fragments: Fragments | None = None
        self.waiting: list[Escaped] = []  # texts whose rows were not added yet

    def take(self, content: Content, end: cython.longlong, bases: object) -> cython.bint:
        """Read the text of an element, whose end tag is at byte ``end``, together with others.

        It is skipped if the plain-text scanner finds everything in it: without one of ``=(@`` markup has no attribute
        and no reference in a style sheet. Return True if it refers to an entity that is not expanded.
        """
        parts: list[tuple[int, bytes]] = content.whole(end)
        if not parts:
            return False
        text: Escaped = Escaped(content, parts, bases, self.lines)
        octets: bytes = text.value.text
        if not (LESS_THAN in octets and (EQUALS in octets or LEFT_PAREN in octets or AT in octets)) and not (
            AMPERSAND in octets and COLON in octets
        ):
            return False
        if self.fragments is None:  # few documents need it
            self.fragments = Fragments(self.pool, self.origin, self.options)
        text.at = self.fragments.size
        if not self.fragments.take(octets, bases) or may_go_on(octets):
            self.read_alone(text)
        self.waiting.append(text)
        text.unknown = text.value.unknown and _ENTITY(text.source) is not None
        return text.unknown

    def release(self) -> None:
        """Release the reader of fragments: no more texts follow."""
        if self.fragments is not None:
            self.fragments.release()
            self.fragments = None

    def read_alone(self, text: Escaped) -> cython.int:
        """Read a text that cannot be read together with others."""
        from uri_extract.markup.html.scanner import HtmlScanner

        bases: Any = text.bases
        if isinstance(bases, Pending):
            bases = bases.known(self.own)
        scanner = HtmlScanner(
            self.options, base=bases[0], tokenizer=tokenizers.like(bool(cython.compiled)), origin=self.origin,
            charset="utf-8",
        )  # fmt: skip
        text.page = scanner.read(text.value.text, final=True)
        if scanner.base.source == "embedded":
            text.bases = None
        return 0

    def read(self, out: Rows, covered: list[Any], masks: list[Any], offset: cython.longlong) -> list[Any]:
        """Add the rows of all waiting texts to ``out``, in order.

        The spans of texts with rows are added to ``covered``, and to the ``masks`` of the window at byte ``offset`` of
        the document. Return those of them that are ``unknown``.
        """
        texts: list[Escaped] = []
        if not self.waiting:
            return texts
        found: Rows = self.fragments.found()  # type: ignore[union-attr]  # texts wait in it
        begin: cython.Py_ssize_t = 0
        for number in range(len(self.waiting)):
            text: Escaped = self.waiting[number]
            first: cython.Py_ssize_t = out.count
            stop: cython.Py_ssize_t = found.count
            if number + 1 < len(self.waiting):
                following: Escaped = self.waiting[number + 1]
                stop = found.before(following.at)
            if text.page is None:
                out.append(found, begin, stop - begin)
            else:
                page: Any = text.page
                out.add_page(page)
                text.at = 0
            if out.count > first:
                place(
                    out, first, text.at, text.value, text.source, text.start, text.lines, text.element, text.bases,
                    self.options.places,
                )  # fmt: skip
                covered.append((text.start, text.start + len(text.source)))
                masks.append((max(0, text.start - offset), text.start + len(text.source) - offset))
                if text.unknown:
                    texts.append(text)
            begin = stop
        self.waiting.clear()
        return texts


def may_go_on(text: bytes) -> cython.bint:
    """Return True if more text could change how the last line is read: it is one word, or ends in a soft line break."""
    data: cython.p_const_uchar = text
    end: cython.Py_ssize_t = len(text)
    at: cython.Py_ssize_t = text.rfind(b"\n") + 1
    if end and data[end - 1] == EQUALS:
        return True
    if not at:
        return False
    while at < end and (data[at] == SPACE or data[at] == TAB or data[at] == GREATER_THAN or data[at] == PIPE):
        at += 1
    return at < end and data[at] != LESS_THAN and len(text[at:].split(None, 1)) == 1


# -- Fast path over a window's rows; anything unusual is passed to :class:`.markup.Markup` -----------------------------

_DECLARES = cython.declare(cython.longlong, DECLARES)
_HTML_TEXT = cython.declare(cython.int, HOW["html"])
_URI_TEXT = cython.declare(cython.int, HOW["uri"])
_MISSING = cython.declare(object, object())
_KNOWN = cython.declare(frozenset, KNOWN)
_ONE = cython.declare(cython.ulonglong, 1)

_PLAIN = cython.declare(bytes, PLAIN)
# A character reference that may be a colon.
_COLON = cython.declare(object, re.compile(rb"&#(?:0|58|x0*3)"))
# Masks the bytes of a reference in markup: no reference in text contains the result; line feeds are kept.
_MASK = bytes(byte if byte == 0x0A else 0x01 for byte in range(256))


class Walker:
    """Reads the rows of one document, window by window, for the :class:`.markup.Markup` that is given.

    These lists grow until they are cleared: ``masks``, the spans of the window that were read; ``verbatim``, those in
    which character references are not decoded; ``texts``, the spans of the document that are the text of an element,
    with its name. ``decode_all``: decode character references in all text, not only near a colon. Without ``places``
    raw text is not kept. ``content`` is the text of the current element.
    """

    def __init__(self, decode_all: bool, places: bool) -> None:
        self.decode_all: cython.bint = decode_all
        self.places: cython.bint = places
        self.content = Content()
        self.masks: list[tuple[int, int]] = []
        self.verbatim: list[tuple[int, int]] = []
        self.texts: list[tuple[int, int, str]] = []
        self.counting: cython.ulonglong = 0  # a filter for names that are counted: bits of their numbers, modulo 64
        self.window = self.data = b""
        self.colon = self.ampersand = -1
        self.fresh: cython.longlong = -1  # the start of the text of the last start tag

    def read(
        self, markup: Elements, window: bytes, table: cython.longlong[::1], count: cython.Py_ssize_t,
        offset: cython.longlong,
    ) -> None:  # fmt: skip
        """Read the rows of a window, which begins at byte ``offset`` of the document."""
        at: cython.Py_ssize_t = -rows.WIDTH
        total: cython.Py_ssize_t = count * rows.WIDTH
        content: Content = self.content
        reader: Any = markup  # a Markup, which is not compiled and has more
        escaped: EscapedHtml = reader.escaped
        empty: cython.bint = markup.empty
        scopes: Scopes = markup.scopes
        bases: Any = scopes.bases
        counted: dict[Any, int] = scopes.counted
        counting: cython.ulonglong = self.counting
        plans: list[Any] = scopes.environment.plans
        plan: Plan = markup.plan
        known: dict[int, Any] = plan.attributes
        special: cython.bint = plan.special
        if window is not self.window:
            self.colon = self.ampersand = -1
        self.window = self.data = window
        self.offset = offset
        self.lines: LineCounter = markup.lines
        self.found: Rows = markup.rows
        self.origin = markup.origin
        while at < total - rows.WIDTH:
            at += rows.WIDTH
            kind: cython.longlong = table[at]
            number: cython.longlong = table[at + rows.ID]
            start: cython.Py_ssize_t = table[at + rows.START]
            end: cython.Py_ssize_t = table[at + rows.END]
            if kind == rows.ATTRIBUTE:
                start = table[at + rows.VALUE]
                end = table[at + rows.VALUE_END]
                meant: Any = known.get(number, _MISSING) if number else _MISSING
                if meant is _MISSING:
                    # There are more names than numbers: most have no meaning, and values without the form of a URI.
                    if number == 0 and not special and not self.may_be_uri(start, end):
                        name: bytes = self.data[table[at + rows.START] : table[at + rows.END]]
                        if name.startswith(b"xmlns:") or (
                            name.isascii() and COLON not in name and name.lower() not in _KNOWN
                        ):
                            continue
                    markup.plan = plan
                    meant = markup.place(at)
                place: Reading = meant
                if place is None:
                    if table[at + rows.BITS] & rows.QUOTATION == rows.SINGLE and (
                        self.holds(COLON, start, end) or self.holds(AMPERSAND, start, end)
                    ):
                        self.masks.append((end, end + 1))  # as text it could be part of a reference: "'/>"
                    continue
                if not special:
                    if place.plain:
                        if (
                            not table[at + rows.BITS] & rows.TOO_LONG
                            and (not place.checked or self.is_usual(start, end))
                            and self.plain(
                                start, end, layout.ATTRIBUTE | (layout.NAMESPACE if place.name else 0), False, True,
                                bases, plan.shown, place.attribute,
                            )
                        ):  # fmt: skip
                            continue
                    elif place.kind in ("uri", "uris") and not self.may_be_uri(start, end):
                        continue
                markup.plan = plan
                reader.attribute(at, place)
                bases = scopes.bases
                continue
            if empty:
                markup.leave_empty()
                empty = False
                plans = scopes.environment.plans
                bases = scopes.bases
            if kind == rows.START_TAG:
                content.how = 0  # with an element in it, it is ordinary text
                plan = None  # type: ignore[assignment]  # until it is known below
                if table[at + rows.BITS] & _DECLARES == 0 and number < len(plans) and not (
                    counting >> (number & 63) & 1 and number in counted
                ):  # fmt: skip
                    plan = plans[number]
                if plan is None or plan.special:
                    plan = markup.tag(at, count)
                    plans = scopes.environment.plans
                    bases = scopes.bases
                    empty = markup.empty
                    if number == 0 or number in counted:
                        counting |= _ONE << (number & 63)
                special = plan.special
                known = plan.attributes
                self.fresh = -1 if table[at + rows.BITS] & rows.SELF_CLOSING else offset + table[at + rows.VALUE_END]
                if plan.text is not None and not table[at + rows.BITS] & (rows.SELF_CLOSING | rows.PARTS):
                    how: cython.int = plan.how
                    if not how:
                        tag: bytes = self.data[end : table[at + rows.VALUE_END]]
                        remembered: Any = plan.tags.get(tag)
                        if remembered is None:
                            markup.plan = plan
                            remembered = reader.how(at, count)
                        how = remembered
                    if how:
                        self.lines.count_to(window, offset, table[at + rows.VALUE_END])
                        content.begin(how, plan.shown, offset + table[at + rows.VALUE_END], self.lines)
                        # The text may be masked later, if it ends in this window. Text before the tag must not depend
                        # on that: whether "<loc>" is a placeholder there depends on the byte after it.
                        self.masks.append((start - 1, start))
            elif kind == rows.END_TAG:
                if content.how:
                    if content.how != _HTML_TEXT:
                        reader.finish(at)
                    elif content.marked and escaped.take(content, offset + start - 2, bases):
                        reader.read_to_problem()
                    content.how = 0
                if counting >> (number & 63) & 1 and counted and (number == 0 or number in counted):
                    if number:
                        scopes.closed(number)
                    else:
                        markup.end(at)
                    plans = scopes.environment.plans
                    bases = scopes.bases
                    if not counted:
                        counting = 0
            else:
                if content.how:
                    if (
                        content.how <= _URI_TEXT
                        and kind in (rows.DATA, rows.CDATA)
                        and content.start + (9 if kind == rows.CDATA else 0) == offset + start
                        and at + rows.WIDTH < total and table[at + rows.WIDTH] == rows.END_TAG
                        and self.plain_text(start, end, kind == rows.CDATA, content.how == _URI_TEXT, bases)
                    ):  # fmt: skip
                        content.how = 0
                        if kind == rows.CDATA:
                            self.verbatim.append((start, end))
                        continue
                    if not content.take(kind, offset + start, window, start, end):
                        reader.give_up()
                if kind == rows.REST:
                    continue
                if self.colon < start:
                    # the next colon in the window after the last place searched,
                    self.colon = self.next(COLON, start)
                colon: cython.bint = self.colon < end
                if kind != rows.DATA:
                    self.verbatim.append((start, end))
                    if kind == rows.PI:
                        reader.instruction(start, end)
                    elif kind == rows.DOCTYPE:
                        reader.doctype(start, end)
                    if kind != rows.CDATA:
                        continue
                elif not colon:
                    # A reference needs a colon: text without one and without "&#58;" need not be decoded.
                    if self.ampersand < start:
                        self.ampersand = self.next(AMPERSAND, start)  # and the next "&"
                    if self.ampersand < end and not self.decode_all and not self.may_mean_colon(self.ampersand, end):
                        self.verbatim.append((start, end))
                    continue
                if colon and offset + start - (9 if kind == rows.CDATA else 0) == self.fresh:
                    self.texts.append((offset + start, offset + end, plan.shown))
        markup.plan = plan
        self.counting = counting

    def plain_text(
        self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, verbatim: cython.bint, absolute: cython.bint,
        bases: object,
    ) -> cython.bint:  # fmt: skip
        """Add the text of an element as a reference, without surrounding white space, if it needs no decoding."""
        while start < end and self.data[start] <= SPACE:
            start += 1
        while end > start and self.data[end - 1] <= SPACE:
            end -= 1
        return start < end and self.plain(
            start, end, layout.ELEMENT, absolute, not verbatim, bases, self.content.element, None
        )

    def plain(
        self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, bits: cython.longlong, with_scheme: cython.bint,
        decoded: cython.bint, bases: object, element: object, attribute: object,
    ) -> cython.bint:  # fmt: skip
        """Add a span of the window as a reference; return False if it is not a URL that needs no decoding.

        If it is ``decoded``, it may contain ``&amp;``.
        """
        data: cython.p_const_uchar = self.data
        plain: cython.p_const_uchar = _PLAIN
        i: cython.Py_ssize_t = start
        escaped: cython.bint = False
        held: cython.int = 0
        while i < end and plain[data[i]] & 2:
            i += 1
        absolute: cython.bint = i < end and data[i] == COLON and i > start and plain[data[start]] == 3
        i += absolute
        if end - i > 1 and data[i] == data[i + 1] == SLASH and (i + 2 == end or not plain[data[i + 2]] & 2):
            held = 4  # an empty host
        while i < end:
            if plain[data[i]]:
                held |= plain[data[i]]
                i += 1
            elif (
                decoded and end - i > 4 and data[i] == AMPERSAND and data[i + 1] == SMALL_A and data[i + 2] == SMALL_M
                and data[i + 3] == SMALL_P and data[i + 4] == SEMICOLON
            ):  # fmt: skip
                escaped = True
                i += 5
            else:
                return False
        if with_scheme and not absolute:
            return False
        lines: LineCounter = self.lines
        lines.count_to(self.window, self.offset, start)
        column: cython.longlong = self.offset + start - lines.start + 1
        bits |= layout.RELATIVE if not absolute else layout.URI if held & 4 else layout.URI | layout.OWN_LINE
        self.found.copy(
            self.window, start, end, self.offset + start, lines.number, column, bits, bases, self.origin, element,
            attribute, escaped, self.data[start:end].decode("ascii") if escaped and self.places else None,
        )  # fmt: skip
        self.masks.append((start, end))
        return True

    def holds(self, byte: cython.int, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        return occurs(self.data, byte, start, end)

    def next(self, byte: cython.int, start: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the next place of that byte in the window, or the end of the window."""
        return next_place(self.data, byte, start, len(self.window))

    def may_mean_colon(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a character reference in the span may be a colon."""
        i: cython.Py_ssize_t = start
        while i < end:
            if cython.compiled:
                if self.data[i] != AMPERSAND:
                    i = next_place(self.data, AMPERSAND, i, end)
                    continue
                if i + 1 == end or self.data[i + 1] != NUMBER_SIGN:
                    i += 1
                    continue
            return _COLON.search(self.window, i, end) is not None
        return False

    def is_usual(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a value is neither empty, nor a template in braces, nor a ``url()``."""
        return start < end and self.data[end - 1] != RIGHT_PAREN and not self.holds(LEFT_BRACE, start, end)

    def may_be_uri(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a value may have the form of a URI: it has a colon, two slashes, or a character reference."""
        if self.holds(COLON, start, end) or self.holds(AMPERSAND, start, end):
            return True
        for i in range(start + 1, end):  # noqa: SIM110 - any() is a generator, compiled
            if self.data[i] == SLASH and self.data[i - 1] == SLASH:
                return True
        return False

    def masked(self, window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> bytes:
        """Return a window from ``begin`` to ``end``, with masked bytes replaced, except line feeds."""
        start: cython.Py_ssize_t
        stop: cython.Py_ssize_t
        if not cython.compiled:
            octets = bytearray(window[begin:end])
            for start, stop in self.masks:
                if stop > begin:
                    start = max(begin, start)
                    octets[start - begin : stop - begin] = window[start:stop].translate(_MASK)
            return bytes(octets)
        data: cython.p_const_uchar = window
        text: bytes = PyBytes_FromStringAndSize(cython.NULL, end - begin)
        to: cython.p_uchar = cython.cast(cython.p_uchar, PyBytes_AS_STRING(text))
        memcpy(to, data + begin, end - begin)
        for start, stop in self.masks:
            start = max(begin, start)
            memset(to + start - begin, 1, max(0, stop - start))
            while start < stop:
                start = next_place(data, LINE_FEED, start, stop) + 1
                if start <= stop:
                    to[start - 1 - begin] = LINE_FEED
        return text
