"""Host names: one canonical form to compare them by, and one to display (RFC 3986 §3.2.2, RFC 5890, UTS #46).

``bücher.example``, ``B%C3%9CCHER.example.`` and ``xn--bcher-kva.example`` are one host. Its canonical form has A-labels
(``xn--``), its displayed form U-labels where they are safe to display (:mod:`uri_extract.uri.scripts`). Both need no
extra, so what is chosen and counted by host does not depend on what is installed.
:mod:`uri_extract.uri.host_characters` says how characters are mapped.
"""

from __future__ import annotations

from functools import cache, lru_cache

from uri_extract._typing import Any
from uri_extract._variants import load

# Characters of a name without the dot of the root (RFC 1035 §2.3.4).
_LONGEST_NAME = 253
#: Percent-encoded, a character takes twelve at most. What is longer is not a domain name, and is compared as written.
LONGEST_ENCODED = 12 * _LONGEST_NAME
_PREFIX = "xn--"


def canonical_host(host: str) -> str:
    """Return the form of *host* that all ways of writing it share: lower case, ASCII, A-labels, no dot of the root.

    A number that resolvers take for an IPv4 address is that address (RFC 3986 §7.4), and an IPv6 address is written as
    in RFC 5952. What is not a domain name is put in lower case, and is otherwise as written.
    """
    name = host.lower()
    usual = name.isascii() and not ("%" in name or name.endswith(".") or name[:1] in "[0123456789")
    return name if usual or len(host) > LONGEST_ENCODED else _canonical(host)


def displayed_host(host: str) -> str:
    """Return *host*, which is in its canonical form, to be read by people: U-labels where those are safe."""
    return _displayed(host) if _PREFIX in host and len(host) <= LONGEST_ENCODED else host


@cache
def kernel() -> Any:
    """Return the kernel of host names, which few documents need."""
    return load("uri_extract.uri._host_names")


@lru_cache(maxsize=1024)
def _canonical(host: str) -> str:
    name: str = kernel().canonical(host)
    return name


@lru_cache(maxsize=1024)
def _displayed(host: str) -> str:
    name: str = kernel().displayed(host)
    return name


def u_label(label: str) -> str:
    """Return what an A-label spells (RFC 5890 §2.3.2.1); any other label as it is. Nothing says that it is valid."""
    spelled: str = kernel().u_label(label)
    return spelled


def a_label(label: str) -> str:
    """Return what a label is encoded as, however long it is, and whatever is in it (RFC 5890 §2.3.2.1)."""
    return f"{_PREFIX}{_punycode().encode(label)}"


@cache
def _punycode() -> Any:
    """Return the kernel of Punycode, which few documents need."""
    return load("uri_extract.uri._punycode")
