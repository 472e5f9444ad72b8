"""What prefixes mean, and which base counts, where an element stands: Namespaces in XML 1.0, XML Base.

Only an element that declares something is remembered while it is open. Whether it is still open is told by its name:
how many elements of that name are open in it is counted, so end tags that are missing do no harm.
"""

from __future__ import annotations

import re
from typing import Any

from uri_extract.limits import MAX_BASE, MAX_PREFIXES, MAX_SCOPES
from uri_extract.media.html.base import UNUSABLE, too_long
from uri_extract.media.xml import vocabularies
from uri_extract.uri import InvalidReference, resolve
from uri_extract.uri.iri import to_uri

# What a LEIRI may have and an IRI not: it is percent-encoded before it is resolved (XML Base §3.1).
_ENCODED = re.compile(r"[\x00-\x20\x7f<>\"{}|\\^`]")
# Of a document whose own base is not known.
_NONE = "any:"

# Meanings that are remembered; beyond that they are worked out again.
_MOST = 256


class Environment:
    """What prefixes mean somewhere: ``prefixes`` has the vocabulary of each, of ``""`` for names without one.

    ``plans`` is for whoever reads the rows: what it knows of a name that means this here, by its number.
    """

    __slots__ = ("_remembered", "plans", "prefixes")

    def __init__(self, prefixes: dict[str, str], remembered: dict[Any, tuple[Environment, Environment]] | None) -> None:
        self.prefixes = prefixes
        self.plans: dict[int, Any] = {}
        # Of the whole document: by the identity of one environment and what is declared there, both environments. That
        # keeps the first one alive, so no other has its identity.
        self._remembered = {} if remembered is None else remembered

    def inside(self, declared: dict[str, str]) -> tuple[Environment, bool]:
        """Return what prefixes mean where more are ``declared``, and whether there was room for all of those."""
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

    def meaning(self, name: str, attribute: bool = False) -> tuple[str | None, str]:
        """Return the vocabulary and the local name that a name has here, in lower case; None: it has no prefix.

        An element's name without a prefix has the vocabulary of the default namespace; an attribute's has none.
        """
        prefix, colon, local = name.rpartition(":")
        if not colon:
            return None if attribute else self.prefixes.get("", ""), local.lower()
        found = self.prefixes.get(prefix)
        return vocabularies.UNDECLARED.get(prefix, "") if found is None else found, local.lower()


class Bases(tuple[str | None, ...]):
    """A base and where it comes from, inside an element that declares ``reference`` for its base (``xml:base``).

    ``around`` are the bases around that element. They begin with those of the document, which may not be known yet:
    :func:`within` resolves all again.
    """

    around: tuple[str | None, ...]
    reference: str

    def __reduce__(self) -> tuple[type[tuple[str | None, ...]], tuple[tuple[str | None, ...]]]:
        """Pickle it as a plain tuple: what is around it may be deep."""
        return tuple, (tuple(self),)


def inside(bases: tuple[str | None, ...], reference: str) -> Bases:
    """Return the base inside an element that declares ``reference``, where ``bases`` serve around it.

    A base that cannot be resolved leaves those around it; one that is too long leaves none.
    """
    too_long = len(reference) > MAX_BASE
    made = Bases((None, None) if too_long else _resolved(bases, reference) or bases)
    made.around, made.reference = bases, reference
    return made


def within(
    document: tuple[str | None, ...], bases: tuple[str | None, ...], made: dict[int, Bases]
) -> tuple[str | None, ...]:
    """Return what ``bases`` are in a document with that base.

    ``made`` has those that were resolved again before, by the identity of the old ones, which must live as long: so
    each declaration is resolved once, however many are open.
    """
    chain: list[Bases] = []
    while isinstance(bases, Bases) and id(bases) not in made:
        chain.append(bases)
        bases = bases.around
    found = made[id(bases)] if isinstance(bases, Bases) else document
    for each in reversed(chain):
        found = made[id(each)] = inside(found, each.reference)
    return found


def _resolved(base: tuple[str | None, ...], reference: str) -> tuple[str | None, str | None] | None:
    """Return the base that ``xml:base`` makes (XML Base §3.1, §4.2); None where it makes none."""
    try:
        found = resolve(base[0] or _NONE, to_uri(_ENCODED.sub(_encoded, reference.strip()), host="percent"))
    except InvalidReference:
        return None
    found = found.partition("#")[0]
    if base[0] is None and found.startswith(_NONE):
        return None
    return (None, None) if len(found) > MAX_BASE else (found, "embedded")


def _encoded(match: re.Match[str]) -> str:
    return f"%{ord(match[0]):02X}"


class _Scope:
    __slots__ = ("around", "bases", "count", "environment", "name", "template")

    def __init__(
        self, name: Any, count: int, environment: Environment, bases: tuple[Any, ...], around: _Scope | None
    ) -> None:
        self.template = False
        self.name = name
        self.count = count  # elements of its name that were open when it was opened, it among them
        self.environment = environment
        self.bases = bases
        self.around = around  # the scope of the same name around it


class Scopes:
    """Follows one document's declarations. A name is a number, or bytes where it has none.

    ``counted`` holds how many elements are open of each name that matters: tell :meth:`opened` and :meth:`closed` of
    those alone. ``environment`` and ``bases`` are those that count now.
    """

    def __init__(self, document_bases: tuple[str | None, ...]) -> None:
        self.environment = Environment({"xml": vocabularies.XML}, None)
        self.bases: tuple[Any, ...] = document_bases
        self.document_bases = document_bases
        self.counted: dict[Any, int] = {}
        self._innermost: dict[Any, _Scope] = {}
        self._open: list[_Scope] = []
        self._outermost = self.environment
        #: The base around the element that declared something last, and whether that was opened.
        self.outer_bases: tuple[Any, ...] = document_bases
        self.entered = False
        #: Whether a template of XHTML is open: what it holds is not part of the document (HTML standard §4.12.3).
        self.template = False

    def root(self, vocabulary: str) -> None:
        """Say whose elements are that have no namespace."""
        self.environment = self._outermost = Environment(self.environment.prefixes | {"": vocabulary}, None)

    def no_namespace(self) -> str:
        """Return the vocabulary of elements without a namespace."""
        return self._outermost.prefixes.get("", "")

    def enter(self, name: Any, declared: dict[str, str], base: str | None) -> tuple[str, str] | None:
        """Open an element that declares what prefixes mean, and a base; return a problem's kind and message if any."""
        problem = None
        self.outer_bases = self.bases
        self.entered = len(self._open) < MAX_SCOPES
        if not self.entered:
            return "too-deep", f"more than {MAX_SCOPES} elements that declare something are open: no more count"
        environment, room = self.environment.inside(declared)
        if not room:
            problem = "too-deep", f"more than {MAX_PREFIXES} prefixes are declared: no more count"
        bases = self.bases
        if base is not None:
            bases = inside(bases, base)
            if bases[0] is None and (self.bases[0] is not None or len(base) > MAX_BASE):
                problem = UNUSABLE, too_long(base)
            elif bases == tuple(self.bases) and _resolved(self.bases, base) is None:
                problem = UNUSABLE, f"the base {base[:200]!r} cannot be resolved: the base around it serves"
        self.counted[name] = self.counted.get(name, 0) + 1
        scope = _Scope(name, self.counted[name], environment, bases, self._innermost.get(name))
        scope.template = self.template
        self._innermost[name] = scope
        self._open.append(scope)
        self.environment, self.bases = environment, bases
        return problem

    def opened(self, name: Any) -> None:
        """Take a start tag that declares nothing, of a name that is counted."""
        self.counted[name] += 1

    def closed(self, name: Any) -> None:
        """Take an end tag of a name that is counted: it closes what was opened in its element too."""
        count = self.counted[name]
        scope = self._innermost[name]
        if scope.count != count:
            self.counted[name] = count - 1
            return
        while self._open[-1] is not scope:
            self._drop(self._open[-1])
        self._drop(scope)

    def enter_template(self) -> None:
        """Say that the element that was opened last is a template."""
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

    def base_known(self, bases: tuple[str | None, ...]) -> None:
        """Say which base the document has, for what comes."""
        self.document_bases = bases
        made: dict[int, Bases] = {}
        olds = [scope.bases for scope in self._open]  # kept while ``made`` knows them by their identity
        for scope, old in zip(self._open, olds, strict=True):
            scope.bases = within(bases, old, made)
        self.bases = self._open[-1].bases if self._open else bases
