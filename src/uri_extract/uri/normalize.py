"""The comparison ladder of RFC 3986 §6.2: normal forms by level, and what is equivalent at each."""

from __future__ import annotations

from functools import cache

from uri_extract.uri import _backend
from uri_extract.uri.components import Reference, components_of, compose, compose_authority, string_of, unknown
from uri_extract.uri.iri import to_uri
from uri_extract.uri.paths import collapse, guard, has_dot_segments, remove_dot_segments
from uri_extract.uri.patterns import server_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


LEVELS = ("none", "case", "percent", "path", "scheme")
_NONE, _CASE, _PERCENT, _PATH, _SCHEME = range(5)
_DEPTHS = {level: depth for depth, level in enumerate(LEVELS)}

# Characters beside letters and digits whose percent-encoding means the same (RFC 3986 §2.3, RFC 2396 §2.3).
_UNRESERVED_MARKS = {"rfc3986": "-._~", "rfc2396": "-_.!~*'()", "url-syntax-09": "$-_.!~*'(),"}

# RFC 3986 §6.2.3, RFC 9110 §4.2.3, RFC 6455 §3: an empty path means "/".
_ROOTED = frozenset({"http", "https", "ws", "wss", "ftp"})


def normalize(reference: str | Reference, *, level: str = "scheme", edition: str = "rfc3986") -> str:
    """Return the normal form of *reference* at a level of RFC 3986 §6.2, each including those before it.

    "none" unchanged; "case" (§6.2.2.1) scheme, host and percent-encodings; "percent" (§6.2.2.2)
    unreserved characters decoded, by the edition's own set; "path" (§6.2.2.3) without dot-segments, except
    those that a relative path begins with; "scheme" (§6.2.3) without default or empty port, empty path as
    ``/`` where the scheme has it so, ``file://localhost``, the domains of ``mailto``, the namespace of
    ``urn``. An empty query or fragment stays. Raises :class:`InvalidReference`.
    """
    depth = _DEPTHS.get(level)
    if depth is None:
        raise unknown("level", level, LEVELS)
    text = reference if type(reference) is str else string_of(reference)
    split = _backend.split(text) if edition == "rfc3986" else None
    parts = split or components_of(text, edition=edition)
    if depth == _NONE:
        return text
    scheme, authority, userinfo, host, port, path, query, fragment = parts
    encoded = "%" in text
    if encoded:
        rewrite = rewriter(edition if depth >= _PERCENT else None)
        path = rewrite(path)
        query = query and rewrite(query)
        fragment = fragment and rewrite(fragment)
        if authority:
            authority = rewrite(authority)
            if edition == "rfc3986":
                userinfo = userinfo and rewrite(userinfo)
                host = host and rewrite(host)
            else:
                # What was no server for the sake of an encoding may be one now.
                userinfo, host, port = server_parts(authority, edition)
    if scheme is not None:
        scheme = scheme.lower()
    if host is not None:
        host = lower(host) if encoded else host.lower()
    if depth >= _PATH and has_dot_segments(path):
        path = _without_dot_segments(scheme, authority, path, edition)
    if depth == _SCHEME and scheme is not None:
        if host is not None:
            if port is not None:
                port = _port(scheme, port)
            if not path and scheme in _ROOTED:
                path = "/"
            if scheme == "file" and host == "localhost" and userinfo is port is None:
                host = ""
        elif scheme == "mailto":
            path = ",".join(_mailbox(address) for address in path.split(","))
        elif scheme == "urn":
            namespace, colon, rest = path.partition(":")
            path = f"{lower(namespace)}{colon}{rest}"
    if host is not None:
        authority = host if userinfo is port is None else compose_authority(userinfo, host, port)
    return compose(scheme, authority, path, query, fragment)


def equivalent(a: str | Reference, b: str | Reference, *, level: str = "scheme") -> bool:
    """Return whether two references, URIs or IRIs, have the same normal form at *level* (RFC 3986 §6.2).

    An IRI is compared as the URI that it maps to (RFC 3987 §3.1), so it equals its own percent-encoded
    form. False does not say that they identify different resources (§6.1). Raises
    :class:`InvalidReference`, and :class:`MissingExtra` where a host needs the extra ``idna`` and it is
    missing.
    """
    a, b = string_of(a), string_of(b)
    if a.isascii() and b.isascii():
        return normalize(a, level=level) == normalize(b, level=level)
    if level == "none":
        return components_of(a, rule="IRI-reference") == components_of(b, rule="IRI-reference")
    return normalize(to_uri(a), level=level) == normalize(to_uri(b), level=level)


def lower(name: str) -> str:
    """Return *name* in lower case with the hexadecimal digits of its percent-encodings in upper case."""
    return name.lower() if "%" not in name else rewriter(None)(name.lower())


@cache
def rewriter(edition: str | None) -> Callable[[str], str]:
    """Return what writes percent-encodings in upper case, and decodes what is unreserved in *edition*."""
    import re

    marks = _UNRESERVED_MARKS[edition] if edition else ""
    table: dict[str, str] = {}
    for high in "0123456789ABCDEFabcdef":
        for low in "0123456789ABCDEFabcdef":
            character = chr(int(high + low, 16))
            plain = edition and character.isascii() and (character.isalnum() or character in marks)
            table[f"%{high}{low}"] = character if plain else f"%{high}{low}".upper()
    sub = re.compile("%..").sub
    return lambda component: sub(lambda found: table[found[0]], component)


def _without_dot_segments(scheme: str | None, authority: str | None, path: str, edition: str) -> str:
    if authority is None and not path.startswith("/"):
        if scheme is None:
            return _relative_path(path)
        if edition != "rfc3986":
            return path  # opaque (RFC 2396 §3)
    # Before RFC 3986, dots above the root were part of the path (RFC 2396 §5.2 step 6 g).
    remove = remove_dot_segments if edition == "rfc3986" else collapse
    return guard(authority, remove(path))


def _relative_path(path: str) -> str:
    """Return a relative path that resolves alike under every root, its leading dot-segments kept."""
    start = 0
    while path.startswith("./", start) or path.startswith("../", start):
        start = path.index("/", start) + 1
    lead, rest = path[:start], path[start:]
    if rest in (".", "..", ""):
        return path
    rest = collapse(rest)
    first = rest.partition("/")[0]
    if not lead and (not first or ":" in first):
        # "" would mean the base itself, "/x" its root, and "x:y" would have a scheme (RFC 3986 §4.2).
        lead = "./"
    return lead + rest


def _port(scheme: str, port: str) -> str | None:
    """Return *port*, or None where it is empty or the default of *scheme*."""
    from uri_extract.uri.schemes import SCHEMES

    known = SCHEMES.get(scheme)
    default = known is not None and port.lstrip("0") == str(known.port)
    return port if port and not default else None


def _mailbox(address: str) -> str:
    local_part, at, domain = address.rpartition("@")
    return f"{local_part}@{lower(domain)}" if at else address
