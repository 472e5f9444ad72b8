"""One reference: its components and properties (RFC 3986 §3, §4), and its normal forms (§6.2)."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from collections.abc import Callable

import cython

from uri_extract._compat._typing import Any, NoReturn
from uri_extract.errors import InvalidReference, misnamed
from uri_extract.uri._kernel import decode
from uri_extract.uri.components import components_of, compose, string_of
from uri_extract.uri.iri import to_uri
from uri_extract.uri.patterns import Parts
from uri_extract.uri.resolve import collapse, guard, resolve
from uri_extract.uri.rules import Str, unknown
from uri_extract.uri.schemes import SCHEMES

if cython.compiled:
    pass
else:
    from uri_extract._compat._ascii import CAPITAL_A, CAPITAL_Z, PERCENT, SMALL_A  # noqa: I001 - several to a line
    from uri_extract.uri._kernel import (
        Reference, buffer_of, exact, may_have_dot_segments, octets, parts_of, read, split, without_dot_segments,
    )  # fmt: skip


# -- The comparison ladder of RFC 3986 §6.2: normal forms by level, and equivalence at each level ----------------------

LEVELS = ("none", "case", "percent", "path", "scheme")
_NONE = cython.declare(cython.int, 0)
_PERCENT = cython.declare(cython.int, 2)
_PATH = cython.declare(cython.int, 3)
_SCHEME = cython.declare(cython.int, 4)

# The unreserved octets, which mean the same percent-encoded, by edition (RFC 3986 §2.3, RFC 2396 §2.3).
_UNRESERVED = {
    edition: bytes(octet < 128 and (chr(octet).isalnum() or chr(octet) in marks) for octet in range(256))
    for edition, marks in (("rfc3986", "-._~"), ("rfc2396", "-_.!~*'()"), ("url-syntax-09", "$-_.!~*'(),"))
}
_NO_OCTET = bytes(256)

_PORTS = {name: str(scheme.port) for name, scheme in SCHEMES.items() if scheme.port is not None}

# RFC 3986 §6.2.3, RFC 9110 §4.2.3, RFC 6455 §3: an empty path means "/".
_ROOTED = frozenset({"http", "https", "ws", "wss", "ftp"})


def normalize(reference: str | Reference, *, level: Str = "scheme", edition: Str = "rfc3986") -> str:
    """Return the normal form of *reference* at a level of RFC 3986 §6.2; each level includes those before it.

    "none": unchanged. "case" (§6.2.2.1): the case of scheme, host and percent-encodings. "percent" (§6.2.2.2):
    unreserved characters are decoded, by the edition's set. "path" (§6.2.2.3): dot-segments are removed, except at
    the start of a relative path. "scheme" (§6.2.3): default and empty ports are removed, an empty path becomes ``/``
    if the scheme defines it so, ``file://localhost`` loses its host, the domains of ``mailto`` and the namespace of
    ``urn`` are in lower case. An empty query or fragment stays. Raises :class:`InvalidReference`.

    >>> normalize("HTTP://A.example:80/%7Eb/./c")
    'http://a.example/~b/c'
    >>> normalize("HTTP://A.example:80/%7Eb/./c", level="case")
    'http://a.example:80/%7Eb/./c'
    """
    depth: cython.int = _depth(level)
    return _normal(_string(reference), depth, edition)


def _depth(level: Str) -> cython.int:
    if level == "scheme":
        return _SCHEME
    if level not in LEVELS:
        raise unknown("level", level, LEVELS)
    return LEVELS.index(level)


def _string(reference: Any) -> str:
    return reference if type(reference) is str else string_of(reference)


def _normal(text: str, depth: cython.int, edition: Str) -> str:
    row: cython.Py_ssize_t[9]
    relative: cython.bint
    if not cython.compiled:
        row = [-1] * 9
    if not _places(text, edition, row):
        components_of(text, edition=edition)  # raises the error
    if depth == _NONE:
        return text
    if "%" in text:
        rewritten = _rewrite(text, _UNRESERVED[edition] if depth >= _PERCENT else _NO_OCTET)
        if rewritten is not text:
            text, relative = rewritten, row[0] < 0
            # In the older editions, an authority may be a server once an encoding is decoded.
            _places(text, edition, row)
            if relative and row[0] >= 0:  # but the path "a%2Db:c" of url-syntax-09 must not become a scheme
                row[0] = row[1] = row[3] = row[4] = -1
                row[5] = 0
    if _has_capital(text, 0, row[0]):
        text = text[: row[0]].lower() + text[row[0] :]
    if row[1] >= 0 and row[3] >= 0:
        start: cython.Py_ssize_t = row[1] if row[2] < 0 else row[2] + 1
        if _has_capital(text, start, row[3]):
            text = text[:start] + _lower(text[start : row[3]]) + text[row[3] :]
    if depth >= _PATH and may_have_dot_segments(text, row[5], row[6]):
        start = len(text)
        text = _without_dot_segments(text, edition, row)
        row[6] += len(text) - start
    return _by_scheme(text, row) if depth == _SCHEME and row[0] >= 0 else text


def _by_scheme(text: str, row: cython.pointer[cython.Py_ssize_t]) -> str:
    """Return *text* in scheme-based normal form (RFC 3986 §6.2.3); its scheme is in lower case."""
    scheme: str = text[: row[0]]
    end: cython.Py_ssize_t = row[5]
    if row[1] >= 0 and row[3] >= 0:
        if row[4] >= 0 and (row[4] == end or text[row[4] : end].lstrip("0") == _PORTS.get(scheme)):
            end = row[4] - 1
        if end == row[3] and scheme == "file" and text[row[1] : end] == "localhost":
            end = row[1]
        if row[5] == row[6] and scheme in _ROOTED:
            return text[:end] + "/" + text[row[5] :]
        return text if end == row[5] else text[:end] + text[row[5] :]
    if scheme == "mailto":
        domains = [_mailbox(address) for address in text[end : row[6]].split(",")]
        return text[:end] + ",".join(domains) + text[row[6] :]
    if scheme == "urn":
        namespace, colon, rest = text[end : row[6]].partition(":")
        return text[:end] + _lower(namespace) + colon + rest + text[row[6] :]
    return text


def _places(text: str, edition: Str, row: cython.pointer[cython.Py_ssize_t]) -> cython.int:
    """Write the row of *text* by an edition (:mod:`uri_extract.uri._kernel`), up to its path; return True if valid."""
    if edition == "rfc3986":
        return read(text, row)
    parts = split(text, "URI-reference", edition)
    if parts is None:
        return False
    scheme, authority, userinfo, host, port, path, _, _ = parts
    row[0] = -1 if scheme is None else len(scheme)
    row[1] = row[2] = row[3] = row[4] = -1
    row[5] = row[0] + 1
    if authority is not None:
        row[1] = row[5] + 2
        row[5] = row[1] + len(authority)
        if host is not None:
            row[2] = -1 if userinfo is None else row[1] + len(userinfo)
            row[3] = row[5] if port is None else row[5] - len(port) - 1
            row[4] = -1 if port is None else row[3] + 1
    row[6] = row[5] + len(path)
    return True


def equivalent(a: str | Reference, b: str | Reference, *, level: Str = "scheme") -> bool:
    """Return True if two references, URIs or IRIs, have the same normal form at *level* (RFC 3986 §6.2).

    An IRI is compared as the URI that it maps to (RFC 3987 §3.1), so it equals its percent-encoded form.
    False does not mean that they identify different resources (§6.1). Raises :class:`InvalidReference`, and
    :class:`MissingExtra` if a host needs the extra ``idna`` and it is missing.

    >>> equivalent("http://a.example", "HTTP://A.example:80/")
    True
    """
    one, other = _string(a), _string(b)
    depth: cython.int = _depth(level)
    if not (one.isascii() and other.isascii()):
        if depth == _NONE:
            return components_of(one, rule="IRI-reference") == components_of(other, rule="IRI-reference")
        one, other = to_uri(one), to_uri(other)
    form = _normal(one, depth, "rfc3986")
    return one == other or form == _normal(other, depth, "rfc3986")


def _has_capital(text: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    if not cython.compiled:
        return start < end and text[start:end] != text[start:end].lower()
    data: cython.p_const_uchar = octets(text)
    for index in range(start, end):  # noqa: SIM110 - Cython has no loop for any()
        if CAPITAL_A <= data[index] <= CAPITAL_Z:
            return True
    return False


def _lower(name: str) -> str:
    """Return *name* in lower case with the hexadecimal digits of its percent-encodings in upper case."""
    return _rewrite(name.lower(), _NO_OCTET)


def _rewrite(text: str, decoded: bytes) -> str:
    """Return *text*, ASCII, with the octets in *decoded* decoded and other percent-encodings in upper case.

    Return the same object if nothing changes.
    """
    data: cython.p_const_uchar = octets(text)
    is_decoded: cython.p_const_uchar = decoded
    digits: cython.p_const_uchar = b"0123456789ABCDEF"
    index: cython.Py_ssize_t = text.find("%")
    while (
        index >= 0 and data[index + 1] < SMALL_A and data[index + 2] < SMALL_A and not is_decoded[_octet(data, index)]
    ):
        index = text.find("%", index + 3)
    if index < 0:
        return text
    buffer: bytearray = buffer_of(text)
    size: cython.Py_ssize_t = index
    while index < len(text):
        buffer[size] = data[index]
        if data[index] == PERCENT:
            octet: cython.int = _octet(data, index)
            if is_decoded[octet]:
                buffer[size] = octet
            else:
                buffer[size + 1] = digits[octet >> 4]
                buffer[size + 2] = digits[octet & 15]
                size += 2
            index += 2
        index += 1
        size += 1
    return buffer[:size].decode("ascii")


def _octet(data: cython.p_const_uchar, index: cython.Py_ssize_t) -> cython.int:
    """Return the octet that is percent-encoded at *index*; the low bits of a letter are its number, from 1."""
    high: cython.int = data[index + 1]
    low: cython.int = data[index + 2]
    return ((high & 15) + 9 * (high >> 6)) << 4 | ((low & 15) + 9 * (low >> 6))


def _without_dot_segments(text: str, edition: Str, row: cython.pointer[cython.Py_ssize_t]) -> str:
    path: str = text[row[5] : row[6]]
    rooted: cython.bint = row[1] >= 0
    if not rooted and path[0] != "/" and (row[0] < 0 or edition != "rfc3986"):
        if row[0] >= 0:
            return text  # opaque (RFC 2396 §3)
        return _relative_path(path) + text[row[6] :]
    if edition == "rfc3986":
        return without_dot_segments(text, row[5], row[6], rooted)
    # Before RFC 3986, dots above the root were part of the path (RFC 2396 §5.2 step 6 g).
    return text[: row[5]] + guard("" if rooted else None, collapse(path)) + text[row[6] :]


def _relative_path(path: str) -> str:
    """Return a relative path without dot-segments except at its start, so that it resolves alike with any base."""
    start = 0
    while path.startswith("./", start) or path.startswith("../", start):
        start = path.index("/", start) + 1
    lead, rest = path[:start], path[start:]
    if rest in (".", "..", ""):
        return path
    rest = collapse(rest)
    first = rest.partition("/")[0]
    if not lead and (not first or ":" in first):
        # "" would mean the base itself, "/x" the root, and "x:y" would have a scheme (RFC 3986 §4.2).
        lead = "./"
    return lead + rest


def _mailbox(address: str) -> str:
    local_part, at, domain = address.rpartition("@")
    return local_part + at + _lower(domain) if at else address


# -- URIReference: one reference, its components and properties by RFC 3986 §3 and §4; :func:`parse` returns it --------


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
    def hostname(self) -> NoReturn:
        """Raise AttributeError: urllib has this name for :attr:`host`."""
        raise misnamed(self, "hostname", "host")

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
