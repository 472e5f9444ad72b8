"""The bases of a record: a tuple of its base URI, the source of that, and properties of the HTML document.

The third member is the codec of a document whose queries are not in UTF-8, or None (URL Standard §4.4). A fourth member
means that the path of the base is opaque (``mailto:x``).
"""

from __future__ import annotations

from functools import lru_cache

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any, Final
from uri_extract.uri import _kernel

#: The bases of a network-path reference (RFC 3986 §4.2) without a known base: the scheme is the application's default
#: (§5.1.4). Other references do not resolve against it.
NETWORK: Final = ("https:", "default")

_DRIVE: Final = re.compile(r"file:/{1,4}[a-z][:|]\\", re.IGNORECASE)


def target_of(bases: tuple[Any, ...], reference: str) -> str | None:
    """Return the target of a plain relative reference; None without a usable base."""
    base = bases[0]
    if base is None or (is_opaque(bases) and reference[:1] != "#"):
        return None
    target = _kernel.resolve(str(base), reference, True)
    # None: the base is not a URI by RFC 3986
    return target_in_markup(reference, bases) if target is None else target


def target_in_markup(reference: str, bases: tuple[Any, ...]) -> str | None:
    """Return the target of a reference as a browser resolves it (URL Standard §4.4); None if parsing fails."""
    from uri_extract.uri.url_parser import target  # few references need it

    if bases[0] == NETWORK[0]:  # only a scheme, not a URL
        return target(NETWORK[0] + reference if reference[:2] == "//" else reference, None, encoding_of(bases))
    return target(reference, bases[0], encoding_of(bases))


@lru_cache(maxsize=64)
def resolves_alike(base: str) -> bool:
    """Return True if the URL Standard and RFC 3986 give valid references the same target against a base."""
    from uri_extract.uri.url_parser import target

    return base != NETWORK[0] and all(
        target(each, base) == _kernel.resolve(base, each, True) for each in ("/a", "a", "../a", "?a", "#a")
    )


def has_drive(reference: str) -> bool:
    """Return True for ``file:`` with a Windows drive and backslashes (RFC 8089 Appendix E.2)."""
    return "\\" in reference and _DRIVE.match(reference) is not None


def is_opaque(bases: tuple[Any, ...]) -> bool:
    """Return True if the path of the base of an HTML document is opaque (``mailto:x``): only fragments resolve."""
    return len(bases) > 3


def encoding_of(bases: tuple[Any, ...]) -> str | None:
    """Return the codec of an HTML document whose queries are not in UTF-8, else None."""
    return bases[2] if len(bases) > 2 else None
