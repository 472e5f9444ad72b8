"""Host names: one canonical form to compare them by, and one to display (RFC 3986 §3.2.2, RFC 5890, UTS #46).

``bücher.example``, ``B%C3%9CCHER.example.`` and ``xn--bcher-kva.example`` are one host. Its canonical form has A-labels
(``xn--``), its displayed form U-labels where they are safe to display (:mod:`uri_extract.uri.scripts`). Both need no
extra, so what is chosen and counted by host does not depend on what is installed.

Characters are mapped as UTS #46 §4 does, nontransitional as browsers are: case folded, compatibility characters
replaced, invisible ones left out; ``ß`` and ``ς`` stay. Only characters of Unicode 3.2 are mapped, the one version that
every Python has; those that came later are compared as they are.
"""

from __future__ import annotations

from functools import cache, lru_cache

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract._variants import load
from uri_extract.uri.ipv4 import numeric_ipv4
from uri_extract.uri.percent import BEYOND_ASCII, decode_to_bytes, encode

if TYPE_CHECKING:
    from collections.abc import Callable

#: Characters of a label, and of a name without the dot of the root (RFC 1035 §2.3.4).
LONGEST_LABEL = 63
LONGEST_NAME = 253
# Percent-encoded, a character takes twelve at most. What is longer is not a domain name, and is compared as written.
_LONGEST_ENCODED = 12 * LONGEST_NAME

_PREFIX = "xn--"
# Characters whose mapping is remembered.
_MOST_REMEMBERED = 4096
#: Also dots, in a host (UTS #46 §4).
DOTS = "\u3002\uff0e\uff61"
#: Invisible characters that are left out (UTS #46 §4, "ignored").
IGNORED = frozenset(
    [
        *(0xAD, 0x34F, 0x180B, 0x180C, 0x180D, 0x180F, 0x200B, 0x2060, 0x2064, 0xFEFF),
        *(*range(0xFE00, 0xFE10), *range(0x1BCA0, 0x1BCA4), *range(0xE0100, 0xE01F0)),
    ]
)
# Characters that are mapped otherwise than they are folded: deviations of IDNA 2003, which nontransitional processing
# keeps (UTS #46 §7), the capital of one, and those that are left out.
_SPECIAL = {
    "ß": "ß",
    "ẞ": "ß",
    "ς": "ς",
    "\u200c": "\u200c",
    "\u200d": "\u200d",
    **dict.fromkeys(map(chr, IGNORED), ""),
}
# What a host may hold only percent-encoded, if at all: it would end the host, or act on what shows it (URL Standard
# §3.1, "forbidden host code points").
_FORBIDDEN = frozenset([*map(chr, range(0x21)), "\x7f", *'"#%/:<>?@[\\]^`{|}'])


def canonical_host(host: str) -> str:
    """Return the form of *host* that all ways of writing it share: lower case, ASCII, A-labels, no dot of the root.

    A number that resolvers take for an IPv4 address is that address (RFC 3986 §7.4), and an IPv6 address is written as
    in RFC 5952. What is not a domain name is put in lower case, and is otherwise as written.
    """
    name = host.lower()
    usual = name.isascii() and not ("%" in name or _PREFIX in name or name.endswith(".") or name[:1] in "[0123456789")
    return name if usual or len(host) > _LONGEST_ENCODED else _canonical(host)


def displayed_host(host: str) -> str:
    """Return *host*, which is in its canonical form, to be read by people: U-labels where those are safe."""
    return _displayed(host) if _PREFIX in host and len(host) <= _LONGEST_ENCODED else host


@lru_cache(maxsize=1024)
def _canonical(host: str) -> str:
    if host.startswith("["):
        return _canonical_literal(host)
    try:
        name = decode_to_bytes(host).decode()
    except UnicodeDecodeError:
        return _in_ascii(host)
    return _in_ascii(host) if not _FORBIDDEN.isdisjoint(name) else _canonical_name(name)


@lru_cache(maxsize=1024)  # one is asked for as it is written, and percent-encoded
def _canonical_name(name: str) -> str:
    name = name.lower() if name.isascii() else _mapped(name)
    if name.endswith(".") and not name.endswith("..") and len(name) > 1:
        name = name[:-1]
    labels = [_a_label(label) for label in name.split(".")]
    if None in labels:
        return _in_ascii(name)
    name = ".".join(label for label in labels if label is not None)
    return numeric_ipv4(name) or name


def _canonical_literal(host: str) -> str:
    from uri_extract.uri.ipv6 import canonical_ipv6, ipv6_fault

    address = host[1:-1]
    is_address = host.endswith("]") and address.isascii() and ipv6_fault(address) is None
    return f"[{canonical_ipv6(address)}]" if is_address else _in_ascii(host)


def _in_ascii(host: str) -> str:
    """Return a host that is not a domain name in lower case, percent-encoded where it is not ASCII."""
    name = host.lower()
    try:
        encoded = encode(name, BEYOND_ASCII, "surrogateescape")  # bytes of the source that are not UTF-8
    except UnicodeEncodeError:
        encoded = encode(name, BEYOND_ASCII, "surrogatepass")
    return encoded.lower()


def _mapped(name: str) -> str:
    """Return a name mapped (UTS #46 §4, steps 1 and 2); only dots that are dots there make labels."""
    from unicodedata import ucd_3_2_0 as unicode

    name = with_full_stops(name)
    return name if is_mapped(name) else unicode.normalize("NFC", name.translate(_IN_NAMES))


def with_full_stops(name: str) -> str:
    """Return a name whose dots are full stops (UTS #46 §4)."""
    for dot in DOTS:
        name = name.replace(dot, ".")
    return name


def is_mapped(name: str) -> bool:
    """Return True if each character of a host is mapped to itself, and none is composed with others, as in most."""
    from unicodedata import ucd_3_2_0 as unicode

    return unicode.normalize("NFKC", name) == name == name.casefold() and _SPECIAL.keys().isdisjoint(name)


def map_characters(name: str) -> str:
    """Return the characters of a host as each is mapped (UTS #46 §4, step 1): lower case, nothing if it is ignored."""
    return name if is_mapped(name) else name.translate(_MAPPING)


class _Remembered(dict[int, str]):
    """What characters are mapped to: the last few thousand that were asked for."""

    def __init__(self, mapped: Callable[[str], str]) -> None:
        self._mapped = mapped

    def __missing__(self, point: int) -> str:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        to = self[point] = self._mapped(chr(point))
        return to


def _mapped_character(character: str) -> str:
    """Return what a character is mapped to, itself if it is not."""
    from unicodedata import ucd_3_2_0 as unicode

    special = _SPECIAL.get(character)
    if special is not None or unicode.category(character) == "Cn":
        return character if special is None else special
    return unicode.normalize("NFKC", unicode.normalize("NFKC", character).casefold())


def _mapped_in_name(character: str) -> str:
    """Return what a character of a name is mapped to: "℀" must not become "a/c", nor "…" three dots."""
    to = _MAPPING[ord(character)]
    keeps = character.isascii() or all(not each.isascii() or each.isalnum() or each == "-" for each in to)
    return to if keeps else character


_MAPPING = _Remembered(_mapped_character)
_IN_NAMES = _Remembered(_mapped_in_name)


def _a_label(label: str) -> str | None:
    """Return the A-label of a mapped label, itself if it is ASCII; None where it has none."""
    if label.isascii():
        return label
    if len(label) > LONGEST_LABEL or label.startswith(_PREFIX):
        return None
    encoded = a_label(label)
    return encoded if len(encoded) <= LONGEST_LABEL else None


def a_label(label: str) -> str:
    """Return what a label is encoded as, however long it is, and whatever is in it (RFC 5890 §2.3.2.1)."""
    return f"{_PREFIX}{punycode().encode(label)}"


@cache
def punycode() -> Any:
    """Return the kernel of Punycode, which few documents need."""
    return load("uri_extract.uri._punycode")


def u_label(label: str) -> str:
    """Return what an A-label spells (RFC 5890 §2.3.2.1); any other label as it is. Nothing says that it is valid."""
    # A longer label is no domain's, and decoding takes the square of its length.
    if not label.lower().startswith(_PREFIX) or len(label) > LONGEST_LABEL:
        return label
    spelled: str | None = punycode().decode(label[4:].encode()) if label.isascii() else None
    return label if spelled is None else spelled


@lru_cache(maxsize=1024)
def _displayed(host: str) -> str:
    from uri_extract.uri.scripts import is_right_to_left, is_safe_to_display

    labels = host.split(".")
    spelled = [_valid_u_label(label) for label in labels]
    if any(map(is_right_to_left, spelled)) and any(label[:1].isdecimal() for label in spelled):
        return host  # digits would move to the other side of their neighbour (RFC 5893 §2, rule 1)
    return ".".join(
        shown if shown == label or is_safe_to_display(shown, spelled[-1]) else label
        for label, shown in zip(labels, spelled, strict=True)
    )


def _valid_u_label(label: str) -> str:
    """Return the U-label of an A-label; the label itself if it is ASCII, or not what its U-label is encoded as."""
    spelled = u_label(label)
    try:
        is_valid = not spelled.isascii() and _mapped(spelled) == spelled and _a_label(spelled) == label
    except UnicodeError:  # halves of surrogate pairs
        return label
    return spelled if is_valid else label
