"""The bases of a record: its base URI, where that comes from, and what an HTML document does with it.

They are a tuple. A third member is the codec of a document whose queries are not in UTF-8, or None (URL Standard §4.4);
a fourth one says that the path of the base is opaque (``mailto:x``).
"""

from __future__ import annotations

import uri_extract._re as re
from uri_extract._typing import Any, Final
from uri_extract.uri import _backend

#: Those of a network-path reference (RFC 3986 §4.2) where no base is known: the application's default says the scheme
#: (§5.1.4). Nothing else resolves against it.
NETWORK: Final = ("https:", "default")

_DRIVE: Final = re.compile(r"file:/{1,4}[a-z][:|]\\", re.IGNORECASE)


def target_of(bases: tuple[Any, ...], reference: str) -> str | None:
    """Return the target of a plain relative reference; None without a base, or where that cannot serve."""
    base = bases[0]
    if base is None or (is_opaque(bases) and reference[:1] != "#"):
        return None
    target = _backend.resolve(str(base), reference, True)
    # None: the base is no URI by RFC 3986
    return target_in_markup(reference, bases) if target is None else target


def target_in_markup(reference: str, bases: tuple[Any, ...]) -> str | None:
    """Return the target of a reference as a browser has it (URL Standard §4.4); None where parsing it fails."""
    from uri_extract.uri.url_parser import target  # few references need it

    if bases[0] == NETWORK[0]:  # which is no URL by itself
        return target(NETWORK[0] + reference, None, encoding_of(bases))
    return target(reference, bases[0], encoding_of(bases))


def has_drive(reference: str) -> bool:
    """Return True for ``file:`` with a drive of Windows and backslashes (RFC 8089 Appendix E.2)."""
    return "\\" in reference and _DRIVE.match(reference) is not None


def is_opaque(bases: tuple[Any, ...]) -> bool:
    """Return True if only fragments resolve against the base of an HTML document: its path is opaque (``mailto:x``)."""
    return len(bases) > 3


def encoding_of(bases: tuple[Any, ...]) -> str | None:
    """Return the codec of an HTML document whose queries are not in UTF-8, else None."""
    return bases[2] if len(bases) > 2 else None
