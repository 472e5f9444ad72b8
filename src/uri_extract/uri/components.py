"""Split a reference into its components and validate it (RFC 3986 §3, §4), and compose it (§5.3).

Functions that take a ``str | Reference`` use its string. :class:`~uri_extract.uri.reference.URIReference` has methods
for the same.
"""

from __future__ import annotations

from uri_extract.errors import InvalidReference
from uri_extract.uri._kernel import Reference as Reference
from uri_extract.uri._kernel import is_valid, server_of, split
from uri_extract.uri.patterns import Parts

_SCHEME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.")
COMPONENTS = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")


def components_of(text: str, *, rule: str = "URI-reference", edition: str = "rfc3986") -> Parts:
    """Return the components of *text*, validated as *rule* of *edition* (see ``is_valid``).

    Raises :class:`InvalidReference` with component, position and reason if the grammar does not derive *text*.
    """
    parts = split(text, rule, edition)
    if parts is None:
        raise _error(text, rule, edition)
    return parts


def invalidity(text: str, *, rule: str = "URI-reference", edition: str = "rfc3986") -> InvalidReference | None:
    """Return None for a valid reference, else the error that ``parse`` would raise.

    >>> str(invalidity("http://a.example/b c"))
    "path at character 18: path is made of pchar / '/', found ' ' (U+0020)"
    >>> invalidity("http://a.example/b") is None
    True
    """
    return None if is_valid(text, rule, edition=edition) else _error(text, rule, edition)


def _error(text: str, rule: str, edition: str) -> InvalidReference:
    error = why_invalid(text, rule, edition)
    if text.isascii() or edition != "rfc3986" or split(text, "IRI-reference") is None:
        return error
    reason = f"{error.reason}; with rule='IRI-reference', parse() reads it as an IRI (RFC 3987)"
    return InvalidReference(text, error.component, error.position, reason)


def why_invalid(text: str, rule: str, edition: str = "rfc3986") -> InvalidReference:
    """Return the error of ``parse`` for *text*, which is known to be invalid, without its hint."""
    from uri_extract.uri.diagnose import explain

    return explain(text, rule, "rfc3987" if rule.startswith("IRI") else edition)


def string_of(reference: str | Reference) -> str:
    """Return the plain string of a reference; raise TypeError if it is neither a str nor a URIReference."""
    if isinstance(reference, str):
        return str.__str__(reference)  # str() of an enumeration member would be its name
    if isinstance(reference, Reference):
        return str(reference)
    raise TypeError(f"reference must be a str or a URIReference, not {type(reference).__name__}")


def compose(scheme: str | None, authority: str | None, path: str, query: str | None, fragment: str | None) -> str:
    """Return the reference with these components (RFC 3986 §5.3), without validating it."""
    text = path if authority is None else f"//{authority}{path}"
    if scheme is not None:
        text = f"{scheme}:{text}"
    if query is not None:
        text = f"{text}?{query}"
    return text if fragment is None else f"{text}#{fragment}"


def form_of(reference: str) -> str:
    """Return "uri" or "iri" for a reference with a scheme (RFC 3986 §3.1), else "relative"."""
    colon = reference.find(":")
    if colon > 0 and reference[0].isalpha() and _SCHEME.issuperset(reference[:colon]):
        return "uri" if reference.isascii() else "iri"
    return "relative"


def server_by_appendix_b(text: str) -> tuple[str | None, str | None, str | None, str | None]:
    """Return the scheme, userinfo, host and port of a string; if it is invalid, split it as in RFC 3986 Appendix B."""
    if split(text, "IRI-reference", "rfc3986") is not None:
        return server_of(text)
    scheme, colon, rest = text.partition(":")
    if not colon or any(delimiter in scheme for delimiter in "/?#"):
        scheme, rest = "", text
    if not rest.startswith("//"):
        return scheme or None, None, None, None
    authority = rest[2:]
    for delimiter in "/?#":
        authority = authority.partition(delimiter)[0]
    userinfo, at, server = authority.rpartition("@")
    host, colon, port = server.rpartition(":")
    if not (colon and port.isascii() and port.isdigit()):
        host, port = server, ""
    return scheme or None, userinfo if at else None, host, port or None
