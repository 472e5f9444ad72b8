# cython: boundscheck=False, wraparound=False

"""Map host names, and find labels that may deceive, in one pass over their characters.

The properties of a character (:mod:`uri_extract.uri.host_characters`) are computed once and kept in a table. Rare
names, with characters that need composition, several scripts or right-to-left text, are left to the rules in Python
that the table is derived from.
"""

# mypy: disable-error-code="untyped-decorator, no-any-return"
from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.uri.host_characters import IN_NAMES, Remembered, facts_of, mapped
from uri_extract.uri.percent import BEYOND_ASCII, encode
from uri_extract.uri.rules import Str

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc
else:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        CAPITAL_A, CAPITAL_Z, DIGIT_0, DIGIT_2, DIGIT_7, DIGIT_9, DOT, PERCENT, SMALL_A, SMALL_F, SMALL_X,
    )  # fmt: skip
    from uri_extract.uri import host_characters
    from uri_extract.uri._ipv4 import numeric_ipv4
    from uri_extract.uri._kernel import exact
    from uri_extract.uri._percent import decoded
    from uri_extract.uri._punycode import decode
    from uri_extract.uri._punycode import encode as to_punycode

_PREFIX = cython.declare(str, "xn--")
# Characters that a host may have only percent-encoded, if at all: they would end the host, or control the terminal that
# shows it (URL Standard §3.1, "forbidden host code points").
_FORBIDDEN = cython.declare(
    bytes, bytes(point < 0x21 or chr(point) in '"#%/:<>?@[\\]^`{|}\x7f' for point in range(128))
)

# The properties of each character, 0 if not computed yet: at most 4.5 MB, as the system allocates only those memory
# pages that are written to. The interpreted variant keeps the last few thousand.
if cython.compiled:
    _FACTS = cython.declare(cython.p_uint, cython.cast(cython.p_uint, calloc(0x110000, cython.sizeof(cython.uint))))
    if _FACTS == cython.NULL:
        raise MemoryError
else:
    _FACTS = Remembered(facts_of)


@cython.cfunc
@cython.inline
@cython.exceptval(0)
def _facts_at(point: cython.int) -> cython.uint:
    """Return the properties of a character, as bits."""
    facts: cython.uint = _FACTS[point]
    return facts if facts else _learn(point)


@cython.cfunc
@cython.exceptval(0)
def _learn(point: cython.int) -> cython.uint:
    facts: cython.uint = facts_of(chr(point))
    _FACTS[point] = facts
    return facts


def canonical(written: Str) -> str:
    """Return the canonical form of a host: see ``host_names.canonical_host``."""
    host: str = exact(written)
    name: str = host
    if host.startswith("["):
        return _canonical_literal(host)
    if "%" in host:
        try:
            name = decoded(host.encode("utf-8", "surrogatepass")).decode()
        except UnicodeDecodeError:
            return in_ascii(host)
    mapped_name: str | None = _mapped(name, True)
    if mapped_name is None:
        return in_ascii(host)
    name = mapped_name
    if name.endswith(".") and len(name) > 1 and not name.endswith(".."):
        name = name[:-1]
    if not name.isascii():
        encoded: str | None = _encoded(name)
        if encoded is None:
            return in_ascii(name)
        name = encoded
    return (numeric_ipv4(name) or name) if _may_be_number(name) else name


@cython.cfunc
def _mapped(name: str, whole: cython.bint) -> str | None:
    """Return the mapped form of a name (UTS #46 §4, steps 1, 2); None if ``whole`` and a character is forbidden."""
    pieces: list[str] = []
    begin: cython.Py_ssize_t = 0
    index: cython.Py_ssize_t
    point: cython.int
    facts: cython.uint
    composed: cython.bint = False
    for index in range(len(name)):
        point = ord(name[index])
        if point < 0x80:
            if whole and _FORBIDDEN[point]:
                return None
            if CAPITAL_A <= point <= CAPITAL_Z:
                pieces.append(name[begin:index])
                pieces.append(chr(point | 0x20))
                begin = index + 1
            continue
        if whole and 0xD800 <= point <= 0xDFFF:
            return None
        facts = _facts_at(point)
        if facts & host_characters.COMPOSED:
            composed = True
        elif facts & host_characters.MAPPED:
            pieces.append(name[begin:index])
            pieces.append(IN_NAMES[point])
            begin = index + 1
    if composed:
        return mapped(name)
    if not pieces:
        return name
    pieces.append(name[begin:])
    return "".join(pieces)


@cython.cfunc
def _encoded(name: str) -> str | None:
    """Return a mapped name with A-labels; None if a label has no A-label."""
    labels: list[str] = name.split(".")
    index: cython.Py_ssize_t
    for index in range(len(labels)):
        if not labels[index].isascii():
            label: str | None = _a_label(labels[index])
            if label is None:
                return None
            labels[index] = label
    return ".".join(labels)


@cython.cfunc
def _a_label(label: str) -> str | None:
    """Return the A-label of a mapped label that is not ASCII; None if it has none."""
    if len(label) > host_characters.LONGEST_LABEL or label.startswith(_PREFIX):
        return None
    encoded: str = _PREFIX + to_punycode(label)
    return encoded if len(encoded) <= host_characters.LONGEST_LABEL else None


@cython.cfunc
@cython.exceptval(-1)
def _may_be_number(name: str) -> cython.bint:
    """Return True if the last label of a name begins with a digit."""
    last: cython.Py_ssize_t = name.rfind(".", 0, max(len(name) - 1, 0)) + 1
    return last < len(name) and DIGIT_0 <= ord(name[last]) <= DIGIT_9


def _canonical_literal(host: str) -> str:
    from uri_extract.uri.ipv6 import canonical_ipv6, ipv6_fault

    address = host[1:-1]
    is_address = host.endswith("]") and address.isascii() and ipv6_fault(address) is None
    return f"[{canonical_ipv6(address)}]" if is_address else in_ascii(host)


def in_ascii(host: str) -> str:
    """Return a host that is not a domain name, in lower case and with characters beyond ASCII percent-encoded."""
    name = host.lower()
    try:
        encoded = encode(name, BEYOND_ASCII, "surrogateescape")  # bytes of the source that are not UTF-8
    except UnicodeEncodeError:
        encoded = encode(name, BEYOND_ASCII, "surrogatepass")
    return encoded.lower()


def u_label(label: str) -> str:
    """Return the decoded A-label (RFC 5890 §2.3.2.1), which may be invalid; any other label unchanged."""
    # Domains have no longer labels, and decoding time grows with the square of the length.
    if len(label) > host_characters.LONGEST_LABEL or label[:4].lower() != _PREFIX or not label.isascii():
        return label
    spelled: str | None = decode(label[4:].encode())
    return label if spelled is None else spelled


def displayed(canonical_host: Str) -> str:
    """Return a canonical host for display: with U-labels if they are safe."""
    host: str = exact(canonical_host)
    labels: list[str] = host.split(".")
    spelled: list[str] = [_valid_u_label(label) for label in labels]
    index: cython.Py_ssize_t
    always: cython.bint = True
    for index in range(len(labels)):
        if always and spelled[index] is not labels[index]:
            always = _is_always_shown(spelled[index])
    if always:
        return ".".join(spelled)
    from uri_extract.uri.scripts import is_right_to_left, is_safe_to_display

    if any(map(is_right_to_left, spelled)) and any(label[:1].isdecimal() for label in spelled):
        return host  # digits would be displayed on the other side of a label (RFC 5893 §2, rule 1)
    return ".".join([
        shown if shown == label or is_safe_to_display(shown, spelled[len(spelled) - 1]) else label
        for label, shown in zip(labels, spelled)  # noqa: B905 - its keyword takes its time
    ])  # fmt: skip


@cython.cfunc
def _valid_u_label(label: str) -> str:
    """Return the U-label of a valid A-label; any other label unchanged."""
    spelled: str = u_label(label)
    if spelled.isascii() or spelled is label:
        return label
    return spelled if _mapped(spelled, False) == spelled and _a_label(spelled) == label else label


@cython.cfunc
@cython.exceptval(-1)
def _is_always_shown(label: str) -> cython.bint:
    """Return True if a U-label has only characters that are safe to display, of one script."""
    index: cython.Py_ssize_t
    facts: cython.uint
    script: cython.uint = 0
    for index in range(len(label)):
        facts = _facts_at(ord(label[index]))
        if not facts & host_characters.SHOWN:
            return False
        facts >>= host_characters.SCRIPT
        if facts != script and facts:
            if script:
                return False
            script = facts
    return True


def examined(host: str) -> tuple[str, int]:
    """Return a host with percent-encodings decoded, and the signs that it may deceive.

    The signs are ``UNSEEN_IN_HOST`` and ``TO_ASCII`` of its characters; ``LABELS`` if a label beyond ASCII mixes
    scripts or consists of characters that look like ASCII; and ``ENCODED_ASCII``.
    """
    encoded: cython.bint = "%" in host
    name: str = decoded(host.encode("utf-8", "surrogatepass")).decode("utf-8", "replace") if encoded else host
    found: cython.uint = host_characters.ENCODED_ASCII if encoded and _encodes_ascii(host) else 0
    begin: cython.Py_ssize_t = 0
    index: cython.Py_ssize_t
    point: cython.int
    facts: cython.uint
    size: cython.Py_ssize_t = len(name)
    for index in range(size):
        point = ord(name[index])
        if point >= 0x80:
            facts = _facts_at(point)
            found |= facts & (host_characters.UNSEEN_IN_HOST | host_characters.TO_ASCII)
            if not facts & host_characters.IS_DOT:
                continue
        elif point != DOT:
            continue
        if _may_deceive(name, begin, index):
            found |= host_characters.LABELS
        begin = index + 1
    if _may_deceive(name, begin, size):
        found |= host_characters.LABELS
    return name, found


@cython.cfunc
@cython.exceptval(-1)
def _encodes_ascii(host: str) -> cython.bint:
    """Return True if an ASCII octet is percent-encoded without need (RFC 3986 §2.3, §3.2.2)."""
    index: cython.Py_ssize_t
    last: cython.int
    for index in range(len(host) - 2):
        if ord(host[index]) == PERCENT and DIGIT_2 <= ord(host[index + 1]) <= DIGIT_7:
            last = ord(host[index + 2])
            if DIGIT_0 <= last <= DIGIT_9 or SMALL_A <= last | 0x20 <= SMALL_F:
                return True
    return False


@cython.cfunc
@cython.exceptval(-1)
def _may_deceive(name: str, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if a label, decoded, has letters beyond ASCII, and mixes scripts or looks like ASCII."""
    index: cython.Py_ssize_t
    facts: cython.uint
    script: cython.uint = 0
    several: cython.bint = False
    alike: cython.bint = True
    beyond_ascii: cython.bint = False
    for index in range(begin, end):
        beyond_ascii = beyond_ascii or ord(name[index]) >= 0x80
        facts = _facts_at(ord(name[index]))
        alike = alike and facts & host_characters.LOOKALIKE
        facts >>= host_characters.SCRIPT
        if facts:
            several = several or (script and facts != script)
            script = facts
    if beyond_ascii:
        return several or alike
    if end - begin <= 4 or ord(name[begin]) | 0x20 != SMALL_X:
        return False
    spelled: str = u_label(name[begin:end])
    return not spelled.isascii() and _may_deceive(spelled, 0, len(spelled))
