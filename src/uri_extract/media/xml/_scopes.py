"""Determine the meaning of prefixes and the base in each element (Namespaces in XML 1.0, XML Base).

Only elements that declare something are kept while they are open. The open elements with the name of such an element
are counted, which shows when it ends; so missing end tags do no harm.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.markup.bases import UNUSABLE, Pending, too_long
from uri_extract.media.xml import vocabularies
from uri_extract.media.xml.bases import inside, resolved

if not cython.compiled:
    from uri_extract.limits import MAX_BASE, MAX_PREFIXES, MAX_SCOPES
    from uri_extract.media.xml.names import MOST_KEPT

# The most environments that are cached.
_MOST = cython.declare(cython.int, 256)
_UNDECLARED = cython.declare(dict, vocabularies.UNDECLARED)


@cython.cclass
class Environment:
    """The meaning of prefixes: ``prefixes`` maps each prefix to a vocabulary, and ``""`` to that of unprefixed names.

    ``plans`` are the plans of element names with this meaning, by the number of the name. All environments inside the
    outermost one share ``remembered``.
    """

    def __init__(self, prefixes: dict[Any, Any], remembered: dict[Any, Any] | None) -> None:
        self.prefixes = prefixes
        self.plans: list[Any] = []
        self.size = 0  # in the outermost one: a lower bound of the number of plans and readings
        # For all documents: maps the identity of an environment and the declarations in it to that environment and the
        # inner one. The value keeps the first one alive, so no other object has its identity.
        self.remembered = {} if remembered is None else remembered

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


@cython.cclass
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
        self.count = count
        self.environment = environment
        self.base = base
        self.bases = bases
        self.around = around
        self.template = template


@cython.cclass
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
        self.innermost: dict[Any, Scope] = {}
        self.open: list[Scope] = []
        self.outermost = self.environment
        #: The bases around the last element with declarations, and True if it was opened.
        self.outer_bases: Any = self.document_bases
        self.entered = False
        #: True if a template of XHTML is open: its contents are not part of the document (HTML Standard §4.12.3).
        self.template = False

    def begin(self, vocabulary: str | None) -> None:
        """Begin with the root element; ``vocabulary`` is that of elements without a namespace, if it shows it."""
        self.begin_in(self.known if vocabulary is None else self.known.inside({"": vocabulary})[0])

    def begin_in(self, outermost: Environment) -> None:
        """Begin with a root element in this environment."""
        self.environment = self.outermost = outermost

    def is_full(self) -> cython.bint:
        """Return True if there is no room for the declarations of another element."""
        return len(self.open) >= MAX_SCOPES

    def no_namespace(self) -> str:
        """Return the vocabulary of elements without a namespace."""
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
        """Close the innermost scope."""
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
