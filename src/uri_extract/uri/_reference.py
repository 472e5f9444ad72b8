"""URIReference: one reference, its components and properties by RFC 3986 §3 and §4; :func:`parse` returns it.

The build compiles this file under the name ``_reference_c``.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.errors import InvalidReference
from uri_extract.uri.components import components_of, compose, string_of
from uri_extract.uri.iri import to_uri
from uri_extract.uri.normalize import normalize
from uri_extract.uri.percent import decode
from uri_extract.uri.resolve import resolve
from uri_extract.uri.rules import Str

if cython.compiled:
    from cython.cimports.cpython.object import PyTypeObject
else:
    from uri_extract.uri._kernel import Reference, exact, parts_of
    from uri_extract.uri._syntax import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from uri_extract.uri.patterns import Parts


def parse(text: Str, *, rule: Str = "URI-reference", edition: Str = "rfc3986") -> URIReference:
    """Return the reference in *text*, validated as *rule* of *edition* (RFC 3986 Appendix A).

    Rules are those of ``is_valid``. Raises :class:`InvalidReference` with component, position and
    reason if the grammar does not derive *text*.

    >>> parse("http://ada@a.example:8080/b?c#d").authority
    'ada@a.example:8080'
    """
    reference: URIReference = URIReference.__new__(URIReference)
    reference._read(text, rule, edition)
    return reference


@cython.cclass
class URIReference(Reference):
    """One reference: an immutable value that equals, hashes and sorts as its string does (RFC 3986 §6.2.1).

    It is always valid, since :func:`parse` creates it. Its components are strings, None if undefined (no
    delimiter) and ``""`` if empty; ``path`` is never None. ``str()`` returns the parsed text unchanged.

    >>> reference = parse("../b?c")
    >>> reference.path, reference.query, reference.fragment, reference.is_absolute
    ('../b', 'c', None, False)
    >>> str(reference.with_query(None))
    '../b'
    """

    __slots__ = ("_edition", "_parts")
    __match_args__ = ("scheme", "authority", "path", "query", "fragment")

    def __init__(self, text: Str) -> None:
        """Parse *text* as :func:`parse` does."""
        self._read(text, "URI-reference", "rfc3986")

    def _read(self, text: Str, rule: Str, edition: Str) -> cython.int:
        row: cython.Py_ssize_t[9]
        if not cython.compiled:
            row = [-1] * 9
        parts: Parts | None = None  # split on demand
        if rule != "URI-reference" or edition != "rfc3986" or not read(text, row):
            parts = components_of(text, rule=rule, edition=edition)
        self._parts = parts
        self._text = exact(text)  # a slot of Reference
        self._edition = edition
        return 0

    def _split(self) -> Any:
        if self._parts is None:
            self._parts = parts_of(self._text)
        return self._parts

    @property
    def scheme(self) -> str | None:
        """The scheme as written, without its colon (RFC 3986 §3.1)."""
        return self._split()[0]

    @property
    def authority(self) -> str | None:
        """The authority: between ``//`` and the path (§3.2)."""
        return self._split()[1]

    @property
    def userinfo(self) -> str | None:
        """The authority up to its ``@`` (§3.2.1)."""
        return self._split()[2]

    @property
    def host(self) -> str | None:
        """The host, an IP literal in its brackets (§3.2.2); None for a registry-based authority of RFC 2396."""
        return self._split()[3]

    @property
    def port(self) -> str | None:
        """The digits after the host's colon, perhaps none (§3.2.3)."""
        return self._split()[4]

    @property
    def path(self) -> str:
        """The path, perhaps empty (§3.3)."""
        return self._split()[5]

    @property
    def query(self) -> str | None:
        """The query: between the first ``?`` and ``#`` (§3.4)."""
        return self._split()[6]

    @property
    def fragment(self) -> str | None:
        """The fragment: after the first ``#`` (§3.5)."""
        return self._split()[7]

    @property
    def edition(self) -> str:
        """The edition whose grammar it was parsed with."""
        return self._edition

    @property
    def segments(self) -> tuple[str, ...]:
        """The segments of the path as written: ``/a/`` has "a" and "", an empty path has no segments (§3.3)."""
        path = self.path
        return tuple(path.removeprefix("/").split("/")) if path else ()

    @property
    def origin(self) -> str | None:
        """Scheme, host and port in normal form, as in ``https://example.org:8443``; None without a scheme or
        host.

        RFC 6454 §4 and §6.2, for every scheme with an authority; the host of an IRI is converted by IDNA.
        """
        scheme, host, port = self.scheme, self.host, self.port
        if scheme is None or not host:
            return None
        text = compose(scheme, host if port is None else f"{host}:{port}", "/", None, None)
        if not text.isascii():
            text = to_uri(text)
        return normalize(text)[:-1]

    @property
    def is_absolute(self) -> bool:
        """True for an absolute-URI: with a scheme, without a fragment (§4.3)."""
        return self.scheme is not None and self.fragment is None

    @property
    def is_relative(self) -> bool:
        """True for a relative reference: without a scheme (§4.2)."""
        return self.scheme is None

    def is_same_document(self, base: str | Reference) -> bool:
        """Return True if it refers to *base* itself, ignoring fragments (§4.4); raises as ``resolve`` does."""
        target = resolve(base, self._text)
        return target.partition("#")[0] == string_of(base).partition("#")[0]

    def query_pairs(self) -> tuple[tuple[str, str | None], ...]:
        """Return the query as pairs of name and value, split at ``&`` and ``=`` and decoded, ``+`` as a blank.

        This is application/x-www-form-urlencoded, which RFC 3986 §3.4 calls common but does not define. A
        value is None if no ``=`` follows its name; octets that are not UTF-8 become U+FFFD.
        """
        query = self.query
        if not query:
            return ()
        pairs = (pair.partition("=") for pair in query.replace("+", " ").split("&") if pair)
        return tuple((decode(name), decode(value) if equals else None) for name, equals, value in pairs)

    def with_scheme(self, scheme: Str | None) -> URIReference:
        """Return the reference with another scheme, or none; all such methods raise :class:`InvalidReference`."""
        return self._with("scheme", scheme)

    def with_authority(self, authority: Str | None) -> URIReference:
        """Return the reference with another authority, or none."""
        return self._with("authority", authority)

    def with_path(self, path: Str) -> URIReference:
        """Return the reference with another path."""
        return self._with("path", path)

    def with_query(self, query: Str | None) -> URIReference:
        """Return the reference with another query, or none."""
        return self._with("query", query)

    def with_fragment(self, fragment: Str | None) -> URIReference:
        """Return the reference with another fragment, or none."""
        return self._with("fragment", fragment)

    def _with(self, component: str, value: Str | None) -> URIReference:
        wanted = {name: getattr(self, name) for name in self.__match_args__} | {component: value}
        text = compose(**wanted | {"path": wanted["path"] or ""})
        rule = "URI-reference" if self._text.isascii() else "IRI-reference"
        changed = parse(text, rule=rule, edition=self._edition)
        for name, value in wanted.items():
            found = getattr(changed, name)
            if found != value:
                raise InvalidReference(text, name, 0, f"{name} {value!r} would be read as {found!r} here")
        return changed

    def masked(self) -> str:
        """Return its string with ``***`` in place of a password, for logs (§3.2.1, §7.5)."""
        userinfo = self.userinfo
        user, colon, password = (userinfo or "").partition(":")
        if not password:
            return self._text
        return self._text.replace(f"//{userinfo}@", f"//{user}{colon}***@", 1)

    def __repr__(self) -> str:
        return f"URIReference({self.masked()!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, URIReference):
            return self._text == str(other)
        return self._text == other if isinstance(other, str) else NotImplemented

    def __lt__(self, other: Any) -> bool:
        return self._text < str(other) if isinstance(other, URIReference) else NotImplemented

    def __le__(self, other: Any) -> bool:
        return self._text <= str(other) if isinstance(other, URIReference) else NotImplemented

    def __gt__(self, other: Any) -> bool:
        return self._text > str(other) if isinstance(other, URIReference) else NotImplemented

    def __ge__(self, other: Any) -> bool:
        return self._text >= str(other) if isinstance(other, URIReference) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> tuple[Callable[[str, str], URIReference], tuple[str, str]]:
        return _restore, (self._text, self._edition)


def _restore(text: Str, edition: Str) -> URIReference:
    """Return the reference of a pickle, a URI-reference or an IRI-reference."""
    return parse(text, rule="URI-reference" if text.isascii() else "IRI-reference", edition=edition)


# Both variants have the same public names, which are in pickles, messages and documentation.
_restore.__module__ = "uri_extract.uri.reference"
if cython.compiled:
    cython.cast(cython.pointer[PyTypeObject], URIReference).tp_name = b"uri_extract.uri.reference.URIReference"
else:
    URIReference.__module__ = _restore.__module__
