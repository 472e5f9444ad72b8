# cython: boundscheck=False, wraparound=False

"""Host names: Punycode (RFC 3492), the mapping of labels, and those that may deceive (UTS #46)."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

import cython

from uri_extract._compat._typing import Any
from uri_extract.uri.host_characters import IN_NAMES, Remembered, facts_of, mapped
from uri_extract.uri.percent import BEYOND_ASCII, encode
from uri_extract.uri.rules import Str

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free
else:
    from uri_extract._compat._ascii import (  # noqa: I001 - several to a line
        CAPITAL_A, CAPITAL_Z, DIGIT_0, DIGIT_2, DIGIT_7, DIGIT_9, DOT, HYPHEN, PERCENT, SMALL_A, SMALL_F, SMALL_X,
    )  # fmt: skip
    from uri_extract.uri import host_characters
    from uri_extract.uri._kernel import decoded, exact, numeric_ipv4


# -- Punycode (RFC 3492), with the same results as Python's codec ------------------------------------------------------
#
# To encode, that codec reads the whole label for each different letter. Here encoding takes as long as sorting,
# O(n log n), so a host of any length can be encoded.

# §5: the parameters of Punycode.
_BASE = cython.declare(cython.longlong, 36)
_T_MIN = cython.declare(cython.longlong, 1)
_T_MAX = cython.declare(cython.longlong, 26)
_SKEW = cython.declare(cython.longlong, 38)
_DAMP = cython.declare(cython.longlong, 700)
_INITIAL_BIAS = cython.declare(cython.longlong, 72)
_INITIAL_N = cython.declare(cython.longlong, 0x80)


def to_punycode(label: str) -> str:
    """Return the Punycode of a label (§6.3), without the prefix ``xn--``.

    Each number counts the positions between one insertion and the next, in passes over the label, one for each code
    point. A tree of sums (Fenwick tree) counts the letters inserted before a position.
    """
    size: cython.Py_ssize_t = len(label)
    if not cython.compiled:
        return _encode(label, size, [0] * (size + 1))
    counts: cython.p_longlong = cython.cast(cython.p_longlong, calloc(size + 1, 8))
    if counts == cython.NULL:
        raise MemoryError
    try:
        return _encode(label, size, counts)
    finally:
        free(counts)


def _encode(label: str, size: cython.Py_ssize_t, sums: cython.p_longlong) -> str:
    letters: list[Any] = []  # code points and positions of the letters to insert
    out: list[Any] = []
    for i in range(size):
        point: cython.longlong = ord(label[i])
        if point < _INITIAL_N:
            out.append(point)
            _insert(sums, size, i)
        else:
            letters.append(point << 32 | i)
    letters.sort()
    inserted: cython.longlong = len(out)
    if out:
        out.append(HYPHEN)
    n: cython.longlong = _INITIAL_N
    bias: cython.longlong = _INITIAL_BIAS
    delta: cython.longlong = 0
    last: cython.longlong = -1
    first: cython.bint = True
    letter: cython.longlong
    for letter in letters:
        point = letter >> 32
        i = letter & 0xFFFFFFFF
        before: cython.longlong = _before(sums, i)
        delta = (inserted + 1) * (point - n) + before - last - 1
        _put(out, delta, bias)
        inserted += 1
        bias = _adapted(delta, inserted, first)
        _insert(sums, size, i)
        n, last, first = point, before, False
    return bytes(out).decode("ascii")


def _insert(sums: cython.p_longlong, size: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.void:
    """Count a position in the tree. Each node has the sum of a range, whose length is the lowest bit of its index."""
    i += 1
    while i <= size:
        sums[i] += 1
        i += i & -i


def _before(sums: cython.p_longlong, i: cython.Py_ssize_t) -> cython.longlong:
    """Return the number of positions before ``i`` that were counted."""
    count: cython.longlong = 0
    while i > 0:
        count += sums[i]
        i &= i - 1
    return count


def _threshold(k: cython.longlong, bias: cython.longlong) -> cython.longlong:
    return _T_MIN if k <= bias + _T_MIN else _T_MAX if k >= bias + _T_MAX else k - bias


@cython.cfunc
@cython.exceptval(check=False)
def _adapted(delta: cython.longlong, points: cython.longlong, first: cython.bint) -> cython.longlong:
    """Return the bias after a number (§6.1); ``points`` is the number of letters so far."""
    k: cython.longlong = 0
    delta = delta // _DAMP if first else delta // 2
    delta += delta // points
    while delta > (_BASE - _T_MIN) * _T_MAX // 2:
        delta //= _BASE - _T_MIN
        k += _BASE
    return k + (_BASE - _T_MIN + 1) * delta // (delta + _SKEW)


def _put(out: list[Any], number: cython.longlong, bias: cython.longlong) -> cython.int:
    """Append a number as a generalized variable-length integer (§3.3)."""
    k: cython.longlong = _BASE
    while True:
        t: cython.longlong = _threshold(k, bias)
        digit: cython.longlong = number if number < t else t + (number - t) % (_BASE - t)
        out.append(digit + SMALL_A if digit < 26 else digit - 26 + DIGIT_0)
        if number < t:
            return 0
        number = (number - t) // (_BASE - t)
        k += _BASE


def from_punycode(encoded: bytes) -> str | None:
    """Return the decoded label of Punycode without its prefix (§6.2); None if it is not Punycode."""
    try:
        return encoded.decode("punycode")
    except UnicodeError:
        return None


# -- Map host names, and find labels that may deceive, in one pass over their characters -------------------------------
#
# The properties of a character (:mod:`uri_extract.uri.host_characters`) are computed once and kept in a table. Rare
# names, with characters that need composition, several scripts or right-to-left text, are left to the rules in Python
# that the table is derived from.

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


def _mapped(name: str, whole: cython.bint) -> str | None:
    """Return the mapped form of a name (UTS #46 §4, steps 1, 2); None if ``whole`` and a character is forbidden."""
    pieces: list[str] = []
    begin: cython.Py_ssize_t = 0
    composed: cython.bint = False
    for index in range(len(name)):
        point: cython.int = ord(name[index])
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
        facts: cython.uint = _facts_at(point)
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


def _encoded(name: str) -> str | None:
    """Return a mapped name with A-labels; None if a label has no A-label."""
    labels: list[str] = name.split(".")
    for index in range(len(labels)):
        if not labels[index].isascii():
            label: str | None = _a_label(labels[index])
            if label is None:
                return None
            labels[index] = label
    return ".".join(labels)


def _a_label(label: str) -> str | None:
    """Return the A-label of a mapped label that is not ASCII; None if it has none."""
    if len(label) > host_characters.LONGEST_LABEL or label.startswith(_PREFIX):
        return None
    encoded: str = _PREFIX + to_punycode(label)
    return encoded if len(encoded) <= host_characters.LONGEST_LABEL else None


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
    # Domains have no longer labels, and the time of the codec grows with the square of the length.
    if len(label) > host_characters.LONGEST_LABEL or label[:4].lower() != _PREFIX or not label.isascii():
        return label
    spelled: str | None = from_punycode(label[4:].encode())
    return label if spelled is None else spelled


def displayed(canonical_host: Str) -> str:
    """Return a canonical host for display: with U-labels if they are safe."""
    host: str = exact(canonical_host)
    labels: list[str] = host.split(".")
    spelled: list[str] = [_valid_u_label(label) for label in labels]
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


def _valid_u_label(label: str) -> str:
    """Return the U-label of a valid A-label; any other label unchanged."""
    spelled: str = u_label(label)
    if spelled.isascii() or spelled is label:
        return label
    return spelled if _mapped(spelled, False) == spelled and _a_label(spelled) == label else label


def _is_always_shown(label: str) -> cython.bint:
    """Return True if a U-label has only characters that are safe to display, of one script."""
    script: cython.uint = 0
    for index in range(len(label)):
        facts: cython.uint = _facts_at(ord(label[index]))
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
    size: cython.Py_ssize_t = len(name)
    for index in range(size):
        point: cython.int = ord(name[index])
        if point >= 0x80:
            facts: cython.uint = _facts_at(point)
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


def _encodes_ascii(host: str) -> cython.bint:
    """Return True if an ASCII octet is percent-encoded without need (RFC 3986 §2.3, §3.2.2)."""
    for index in range(len(host) - 2):
        if ord(host[index]) == PERCENT and DIGIT_2 <= ord(host[index + 1]) <= DIGIT_7:
            last: cython.int = ord(host[index + 2])
            if DIGIT_0 <= last <= DIGIT_9 or SMALL_A <= last | 0x20 <= SMALL_F:
                return True
    return False


def _may_deceive(name: str, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if a label, decoded, has letters beyond ASCII, and mixes scripts or looks like ASCII."""
    script: cython.uint = 0
    several: cython.bint = False
    alike: cython.bint = True
    beyond_ascii: cython.bint = False
    for index in range(begin, end):
        beyond_ascii = beyond_ascii or ord(name[index]) >= 0x80
        facts: cython.uint = _facts_at(ord(name[index]))
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
