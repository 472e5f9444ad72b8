"""Host names: a canonical form for comparison, and a form for display (RFC 3986 §3.2.2, RFC 5890, UTS #46).

``bücher.example``, ``B%C3%9CCHER.example.`` and ``xn--bcher-kva.example`` are one host. Its canonical form has A-labels
(``xn--``), its displayed form has U-labels if they are safe to display (:mod:`uri_extract.uri.scripts`). Neither needs
an extra, so filters and counts by host do not depend on installed packages.
:mod:`uri_extract.uri.host_characters` maps the characters.
"""

from __future__ import annotations

from functools import cache, lru_cache

from uri_extract._compat._typing import Any
from uri_extract._compat._variants import import_module

# The most characters of a name, without the dot of the root (RFC 1035 §2.3.4).
_LONGEST_NAME = 253
#: A percent-encoded character takes at most twelve. A longer host is not a domain name, and is compared as written.
LONGEST_ENCODED = 12 * _LONGEST_NAME
_PREFIX = "xn--"


def canonical_host(host: str) -> str:
    """Return the canonical form of *host*: lower case, ASCII, A-labels, without the dot of the root.

    A number that resolvers read as an IPv4 address becomes that address (RFC 3986 §7.4), and an IPv6 address is
    written as in RFC 5952. A host that is not a domain name is only changed to lower case.
    """
    name = host.lower()
    usual = name.isascii() and not ("%" in name or name.endswith(".") or name[:1] in "[0123456789")
    return name if usual or len(host) > LONGEST_ENCODED else _canonical(host)


def displayed_host(host: str) -> str:
    """Return *host*, in canonical form, for display: with U-labels if they are safe."""
    return _displayed(host) if _PREFIX in host and len(host) <= LONGEST_ENCODED else host


@cache
def kernel() -> Any:
    """Return the kernel of host names, which few documents need."""
    return import_module("uri_extract.uri._host_names")


@lru_cache(maxsize=1024)
def _canonical(host: str) -> str:
    name: str = kernel().canonical(host)
    return name


@lru_cache(maxsize=1024)
def _displayed(host: str) -> str:
    name: str = kernel().displayed(host)
    return name


def u_label(label: str) -> str:
    """Return the decoded A-label (RFC 5890 §2.3.2.1), which may be invalid; any other label unchanged."""
    spelled: str = kernel().u_label(label)
    return spelled


def a_label(label: str) -> str:
    """Return the A-label of any label (RFC 5890 §2.3.2.1), without checking its length and characters."""
    return f"{_PREFIX}{kernel().to_punycode(label)}"
