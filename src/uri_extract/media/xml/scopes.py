"""The meaning of prefixes and the base in each element: Namespaces in XML 1.0, XML Base.

Only an element that declares something is remembered while it is open. Whether it is still open is known by its name:
the open elements of that name in it are counted, so missing end tags do no harm.
"""

from __future__ import annotations

from functools import lru_cache

import uri_extract._re as re
from uri_extract._typing import Any
from uri_extract.limits import MAX_BASE, MAX_PREFIXES, MAX_SCOPES
from uri_extract.media.markup.bases import NO_BASE, UNUSABLE, Pending, too_long
from uri_extract.media.xml import vocabularies
from uri_extract.media.xml.names import MOST_KEPT
from uri_extract.uri import InvalidReference, resolve
from uri_extract.uri.iri import to_uri

# What a LEIRI may have and an IRI not: it is percent-encoded before it is resolved (XML Base §3.1).
_ENCODED = re.compile(r"[\x00-\x20\x7f<>\"{}|\\^`]")
# Of a document whose own base is not known.
_NONE = "any:"

# Meanings that are remembered; beyond that they are computed again.
_MOST = 256


class Environment:
    """The meaning of prefixes: ``prefixes`` maps each to a vocabulary, ``""`` to that of names without a prefix.

    ``plans`` is for the reader of the rows: what it knows of a name with this meaning, by its number.
    """

    __slots__ = ("_remembered", "plans", "prefixes", "size")

    def __init__(self, prefixes: dict[str, str], remembered: dict[Any, tuple[Environment, Environment]] | None) -> None:
        self.prefixes: dict[str, str] = prefixes
        self.plans: list[Any] = []
        self.size: int = 0  # of the outermost: what is known, at least
        # Of all documents: by the identity of one environment and what is declared there, both environments. That
        # keeps the first one alive, so no other has its identity.
        self._remembered = {} if remembered is None else remembered

    def inside(self, declared: dict[str, str]) -> tuple[Environment, bool]:
        """Return the meaning of prefixes where more are ``declared``, and whether there was room for all of those."""
        news = tuple((prefix, name) for prefix, name in declared.items() if self.prefixes.get(prefix) != name)
        if not news:
            return self, True
        known = self._remembered.get((id(self), news))
        if known is not None:
            return known[1], True
        prefixes = self.prefixes | dict(news)
        if len(prefixes) > MAX_PREFIXES:
            return self, False
        if len(self._remembered) >= _MOST:
            self._remembered.clear()
        made = Environment(prefixes, self._remembered)
        self._remembered[id(self), news] = self, made
        return made, True

    def inside_tag(self, tag: Any) -> Environment | None:
        """Return the meaning of prefixes in an element whose start tag was remembered here; None if it was not."""
        known = self._remembered.get((id(self), tag))
        return None if known is None else known[1]

    def remember(self, tag: Any, inner: Environment) -> None:
        """Remember the meaning of prefixes in an element with that start tag: feeds have the same one in each entry."""
        if len(self._remembered) >= _MOST:
            self._remembered.clear()
        self._remembered[id(self), tag] = self, inner

    @property
    def is_small(self) -> bool:
        """Whether little is known of names, here and where more is declared, so that it may be kept."""
        return self.size + 8 * len(self._remembered) <= MOST_KEPT

    def meaning(self, name: str, attribute: bool = False) -> tuple[str | None, str]:
        """Return the vocabulary and the local name that a name has here, in lower case; None: it has no prefix.

        An element's name without a prefix has the vocabulary of the default namespace; an attribute's has none.
        """
        prefix, colon, local = name.rpartition(":")
        if not colon:
            return None if attribute else self.prefixes.get("", ""), local.lower()
        found = self.prefixes.get(prefix)
        return vocabularies.UNDECLARED.get(prefix, "") if found is None else found, local.lower()


def outermost(known: dict[str, Any]) -> Environment:
    """Return what is known where nothing is declared, of a tokenizer's names (``known``)."""
    found: Environment | None = known.get("environment")
    if found is None:
        found = known["environment"] = Environment({"xml": vocabularies.XML}, None)
    return found


class Inside(Pending):
    """The bases inside an element with an ``xml:base``, before the base of the document is known."""

    __slots__ = ("_around", "_bases", "_document", "_reference")

    def __init__(self, around: Pending, reference: str) -> None:
        super().__init__()
        self._around = around
        self._reference = reference
        self._document: tuple[str | None, ...] | None = None  # the bases that ``known`` was called with last
        self._bases: tuple[str | None, ...] = NO_BASE  # what it returned then

    def known(self, bases: tuple[str | None, ...]) -> tuple[str | None, ...]:
        """Return the bases, if those of the document are ``bases``. Each declaration is resolved once for these."""
        inner: list[Inside] = []
        around: Pending = self
        while isinstance(around, Inside) and around._document != bases:
            inner.append(around)
            around = around._around
        found = around._bases if isinstance(around, Inside) else around.known(bases)
        for each in reversed(inner):
            each._document, each._bases = bases, _inside(found, each._reference)
            found = each._bases
        return found


def inside(bases: Any, reference: str) -> Any:
    """Return the bases inside an element whose base is ``reference``, given those around it; pending if these are.

    A base that cannot be resolved leaves those around it; one that is too long leaves none.
    """
    return Inside(bases, reference) if isinstance(bases, Pending) else _inside(bases, reference)


def _inside(bases: tuple[str | None, ...], reference: str) -> tuple[str | None, ...]:
    return NO_BASE if len(reference) > MAX_BASE else _resolved(bases, reference) or bases


@lru_cache(64)  # what has no base is resolved again, to tell why, and elements have bases that others have
def _resolved(base: tuple[str | None, ...], reference: str) -> tuple[str | None, str | None] | None:
    """Return the base that ``xml:base`` makes (XML Base §3.1, §4.2); None if it cannot be resolved."""
    try:
        found = resolve(base[0] or _NONE, to_uri(_ENCODED.sub(_encoded, reference.strip()), host="percent"))
    except InvalidReference:
        return None
    found = found.partition("#")[0]
    if base[0] is None and found.startswith(_NONE):
        return None
    return NO_BASE if len(found) > MAX_BASE else (found, "embedded")


def _encoded(match: re.Match[str]) -> str:
    return f"%{ord(match[0]):02X}"


class _Scope:
    __slots__ = ("around", "base", "bases", "count", "environment", "name", "template")

    def __init__(
        self, name: Any, count: int, environment: Environment, base: str | None, bases: Any, around: _Scope | None
    ) -> None:
        self.template = False
        self.name = name
        self.count = count  # elements of its name that were open when it was opened, it among them
        self.environment = environment
        self.base = base  # its xml:base
        self.bases = bases
        self.around = around  # the scope of the same name around it


class Scopes:
    """Follow the declarations of one document, whose own bases are ``own``. A name is a number, or bytes without one.

    ``known`` is where nothing is declared, with what documents before left there; it counts from :meth:`begin` on.

    ``counted`` has the number of open elements of each name that matters: call :meth:`opened` and :meth:`closed` for
    those only. ``environment`` and ``bases`` are the current ones; the bases are pending until that of the document is
    known.
    """

    def __init__(self, own: tuple[str | None, ...], known: Environment) -> None:
        self.known = known
        self.environment: Environment = Environment(known.prefixes, None)
        self.own = own
        self.document_bases: Any = Pending()
        self.bases: Any = self.document_bases
        self.counted: dict[Any, int] = {}
        self._innermost: dict[Any, _Scope] = {}
        self._open: list[_Scope] = []
        self._outermost = self.environment
        #: The base around the element that declared something last, and whether that was opened.
        self.outer_bases: Any = self.document_bases
        self.entered: bool = False
        #: Whether a template of XHTML is open: its contents are not part of the document (HTML standard §4.12.3).
        self.template: bool = False

    def begin(self, vocabulary: str | None) -> None:
        """Take the root element, which may tell the vocabulary of elements without a namespace."""
        known = self.known
        self.begin_in(known if vocabulary is None else known.inside({"": vocabulary})[0])

    def begin_in(self, outermost: Environment) -> None:
        """Take a root element around which prefixes have that meaning."""
        self.environment = self._outermost = outermost

    @property
    def is_full(self) -> bool:
        """Whether no further element may declare anything."""
        return len(self._open) >= MAX_SCOPES

    def no_namespace(self) -> str:
        """Return the vocabulary of elements without a namespace."""
        return self._outermost.prefixes.get("", "")

    def enter(self, name: Any, declared: dict[str, str], base: str | None) -> tuple[str, str] | None:
        """Open an element that declares prefixes and a base; return the kind and message of a problem, if any."""
        problem = None
        self.outer_bases = self.bases
        self.entered = not self.is_full
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
            elif made == around and _resolved(around, base) is None:
                problem = UNUSABLE, f"the base {base[:200]!r} cannot be resolved: using the enclosing base"
        self._enter(name, environment, base, bases)
        return problem

    def enter_known(self, name: Any, environment: Environment) -> bool:
        """Open an element that declares prefixes, if there is room: they have that meaning in it."""
        self.entered = not self.is_full
        if self.entered:
            self.outer_bases = self.bases
            self._enter(name, environment, None, self.bases)
        return self.entered

    def _enter(self, name: Any, environment: Environment, base: str | None, bases: Any) -> None:
        count = self.counted[name] = self.counted.get(name, 0) + 1
        scope = _Scope(name, count, environment, base, bases, self._innermost.get(name))
        scope.template = self.template
        self._innermost[name] = scope
        self._open.append(scope)
        self.environment, self.bases = environment, bases

    def opened(self, name: Any) -> None:
        """Count a start tag that declares nothing, of a name that is counted."""
        self.counted[name] += 1

    def closed(self, name: Any) -> None:
        """Count an end tag of a name that is counted: it also closes what was opened in its element."""
        count = self.counted[name]
        scope = self._innermost[name]
        if scope.count != count:
            self.counted[name] = count - 1
            return
        while self._open[-1] is not scope:
            self._drop(self._open[-1])
        self._drop(scope)

    def enter_template(self) -> None:
        """Note that the element that was opened last is a template."""
        self.template = self._open[-1].template = True

    def leave(self) -> None:
        """Close the element that declared something last."""
        self._drop(self._open[-1])

    def _drop(self, scope: _Scope) -> None:
        self._open.pop()
        name = scope.name
        if scope.around is None:
            del self._innermost[name], self.counted[name]
        else:
            self._innermost[name] = scope.around
            self.counted[name] = scope.count - 1
        around = self._open[-1] if self._open else None
        self.environment = around.environment if around else self._outermost
        self.bases = around.bases if around else self.document_bases
        self.template = around is not None and around.template

    def so_far(self, bases: Any) -> tuple[str | None, ...]:
        """Return bases as they are if no other base is declared for the document."""
        found: tuple[str | None, ...] = bases.known(self.own) if isinstance(bases, Pending) else bases
        return found

    def base_known(self, bases: tuple[str | None, ...]) -> None:
        """Set the bases of the document, for what follows."""
        if isinstance(self.outer_bases, Pending):
            self.outer_bases = self.outer_bases.known(bases)
        self.document_bases = self.bases = bases
        for scope in self._open:
            if scope.base is not None:
                self.bases = inside(self.bases, scope.base)
            scope.bases = self.bases
