"""The names of the grammar's rules and editions."""

from __future__ import annotations

from functools import cache

from uri_extract.errors import InvalidOptionValue

# For annotations of compiled functions that accept subclasses of str (an enumeration member), which ``str`` rejects.
Str = str

EDITIONS = ("rfc3986", "rfc2396", "url-syntax-09")
RULES = ("URI", "URI-reference", "absolute-URI", "relative-ref", "IRI", "IRI-reference")


@cache
def rule_of(rule: str, edition: str) -> tuple[str, bool | None, bool]:
    """Return the grammar of a rule, True if it requires a scheme (None: optional), and True if it allows a fragment.

    The grammar is the edition, or "rfc3987" for an IRI. ``relative-ref`` forbids a scheme: False.
    """
    if edition not in EDITIONS:
        raise unknown("edition", edition, EDITIONS)
    if rule not in RULES:
        raise unknown("rule", rule, RULES)
    if rule.startswith("IRI"):
        if edition != "rfc3986":
            raise InvalidOptionValue(f"edition must be 'rfc3986' for rule {rule!r} (RFC 3987), not {edition!r}")
        return "rfc3987", True if rule == "IRI" else None, True
    scheme = {"URI": True, "absolute-URI": True, "relative-ref": False}.get(rule)
    older_uri = rule == "URI" and edition != "rfc3986"
    return edition, scheme, not (rule == "absolute-URI" or older_uri)


def unknown(name: str, value: object, known: tuple[str, ...]) -> InvalidOptionValue:
    """Return the error for an option whose value is not in *known*."""
    return InvalidOptionValue(f"{name} must be one of {', '.join(map(repr, known))}, not {value!r}")
