"""The components of a reference: how a string is split into them and validated (RFC 3986 §3, §4), and composed (§5.3).

What takes a ``str | Reference`` works on the string. :class:`~uri_extract.uri.reference.URIReference`, which offers all
of it as methods, is above.
"""

from __future__ import annotations

from functools import cache

from uri_extract.errors import InvalidOptionValue, InvalidReference
from uri_extract.uri import _backend

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.uri.patterns import Parts

EDITIONS = ("rfc3986", "rfc2396", "url-syntax-09")
COMPONENTS = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")
RULES = ("URI", "URI-reference", "absolute-URI", "relative-ref", "IRI", "IRI-reference")


class Reference:
    """The base class of :class:`~uri_extract.uri.reference.URIReference`: what its string is, and no more."""

    __slots__ = ("_text",)

    _text: str

    def __str__(self) -> str:
        return self._text


def components_of(text: str, *, rule: str = "URI-reference", edition: str = "rfc3986") -> Parts:
    """Return the components of *text*, validated as *rule* of *edition* (see :func:`is_valid`).

    Raises :class:`InvalidReference` with component, position and reason where the grammar does not derive *text*.
    """
    parts = _split(text, rule, edition)
    if parts is None:
        raise _explain(text, rule, edition)
    return parts


def is_valid(text: str, rule: str = "URI-reference", *, edition: str = "rfc3986") -> bool:
    """Return whether *rule* of *edition* derives *text*, whole.

    Rules: "URI", "URI-reference", "absolute-URI", "relative-ref" (RFC 3986 §4), "IRI", "IRI-reference" (RFC
    3987 §2.2, which knows one edition only). The older editions have no fragment in what they call a URI or
    URL: there "URI" and "absolute-URI" are both ``absoluteURI`` (``absoluteURL``), and "relative-ref" is a
    reference that is not absolute. Raises :class:`InvalidOptionValue` for an unknown rule or edition.
    """
    if rule == "URI-reference" and edition == "rfc3986":
        return _backend.is_reference(text)
    return _split(text, rule, edition) is not None


def invalidity(text: str, *, rule: str = "URI-reference", edition: str = "rfc3986") -> InvalidReference | None:
    """Return None for a valid reference, else the error that ``parse`` would raise."""
    return None if is_valid(text, rule, edition=edition) else _explain(text, rule, edition)


def _split(text: str, rule: str, edition: str) -> Parts | None:
    """Return the components of *text* by any rule of any edition, or None."""
    split, scheme, fragment = _rule(rule, edition)
    parts = split(text)
    if parts is None or (scheme is not None and scheme is (parts[0] is None)):
        return None
    return None if parts[7] is not None and not fragment else parts


@cache
def _rule(rule: str, edition: str) -> tuple[Callable[[str], Parts | None], bool | None, bool]:
    """Return how to split, whether there is a scheme (None: either way), and whether a fragment may be."""
    from uri_extract.uri.patterns import splitter

    if edition not in EDITIONS:
        raise unknown("edition", edition, EDITIONS)
    if rule not in RULES:
        raise unknown("rule", rule, RULES)
    if rule.startswith("IRI"):
        if edition != "rfc3986":
            raise InvalidOptionValue(f"edition must be 'rfc3986' for rule {rule!r} (RFC 3987), not {edition!r}")
        return splitter("rfc3987"), True if rule == "IRI" else None, True
    split = _backend.split if edition == "rfc3986" else splitter(edition)
    scheme = {"URI": True, "absolute-URI": True, "relative-ref": False}.get(rule)
    older_uri = rule == "URI" and edition != "rfc3986"
    return split, scheme, not (rule == "absolute-URI" or older_uri)


def unknown(name: str, value: object, known: tuple[str, ...]) -> InvalidOptionValue:
    """Return the error for an option whose value is not one of those that are *known*."""
    return InvalidOptionValue(f"{name} must be one of {', '.join(map(repr, known))}, not {value!r}")


def _explain(text: str, rule: str, edition: str) -> InvalidReference:
    from uri_extract.uri.diagnose import explain

    return explain(text, rule, "rfc3987" if rule.startswith("IRI") else edition)


def string_of(reference: str | Reference) -> str:
    """Return the plain string of a reference; TypeError for what is neither a string nor a URIReference."""
    if isinstance(reference, Reference):
        return reference._text
    if isinstance(reference, str):
        return str(reference)
    raise TypeError(f"reference must be a str or a URIReference, not {type(reference).__name__}")


def compose(scheme: str | None, authority: str | None, path: str, query: str | None, fragment: str | None) -> str:
    """Return the reference that these components make (RFC 3986 §5.3), without asking whether it is valid."""
    text = path if authority is None else f"//{authority}{path}"
    if scheme is not None:
        text = f"{scheme}:{text}"
    if query is not None:
        text = f"{text}?{query}"
    return text if fragment is None else f"{text}#{fragment}"


def compose_authority(userinfo: str | None, host: str, port: str | None) -> str:
    """Return the authority that these subcomponents make (RFC 3986 §3.2)."""
    authority = host if userinfo is None else f"{userinfo}@{host}"
    return authority if port is None else f"{authority}:{port}"
