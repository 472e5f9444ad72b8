"""The most frequent questions about a reference: its validity, its components, and signs that it needs more work.

The build compiles this file under the name ``_kernel_c``.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.uri.rules import Str, rule_of

if not cython.compiled:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        CAPITAL_H, CAPITAL_R, DIGIT_0, DIGIT_1, DIGIT_2, DIGIT_4, DIGIT_5, DIGIT_7, DIGIT_8, DIGIT_9, DOT, HYPHEN,
        PERCENT, SLASH, SMALL_A, SMALL_C, SMALL_D, SMALL_E, SMALL_F, SMALL_H, SMALL_I, SMALL_S, SMALL_T, SMALL_U,
        SMALL_V, SMALL_Z,
    )  # fmt: skip
    from uri_extract.uri import signs
    from uri_extract.uri._syntax import octets, read, scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uri_extract.uri.patterns import Parts

# Schemes after which browsers expect a host, with any number of slashes (URL Standard §4.2); schemes of scripts.
_SPECIAL = cython.declare(frozenset, frozenset((b"http", b"https", b"ws", b"wss", b"ftp")))
_SCRIPTS = cython.declare(frozenset, frozenset((b"javascript", b"vbscript")))
# Scripts without effect, in links that only keep the browser on the page.
_IDLE = cython.declare(frozenset, frozenset((b"", b";", b"void(0)", b"void(0);")))
# The last byte of a sign of a nested URI (_may_be_inside).
_MARK_BYTES = bytes(octet in b"pP0/" for octet in range(256))
if cython.compiled:  # noqa: SIM108 - Cython's declarations are statements
    _MARKS = cython.declare(cython.p_const_uchar, _MARK_BYTES)
else:
    _MARKS = _MARK_BYTES


@cython.cclass
class Reference:
    """The base class of :class:`~uri_extract.uri.reference.URIReference`, with only its string."""

    __slots__ = ("_text",)

    _text: str

    def __str__(self) -> str:
        return self._text


def is_valid(text: Str, rule: Str = "URI-reference", *, edition: Str = "rfc3986") -> bool:
    """Return True if *rule* of *edition* derives *text*, a str, whole.

    Rules: "URI", "URI-reference", "absolute-URI", "relative-ref" (RFC 3986 §4), "IRI", "IRI-reference" (RFC
    3987 §2.2, which has only one edition). In the older editions a URI or URL has no fragment: there "URI" and
    "absolute-URI" are both ``absoluteURI`` (``absoluteURL``), and "relative-ref" is a reference that is not
    absolute. Raises :class:`InvalidOptionValue` for an unknown rule or edition.

    >>> is_valid("http://a.example/b"), is_valid("http://a.example/b c"), is_valid("../b", "URI")
    (True, False, False)
    """
    if rule == "URI-reference" and edition == "rfc3986":
        row: cython.Py_ssize_t[9]
        if not cython.compiled:
            row = [-1] * 9
        return bool(read(text, row))
    if rule == "URI" and edition == "rfc3986":
        return bool(is_uri(text))
    return split(text, rule, edition) is not None


def is_uri(text: Str) -> cython.bint:
    """Return True if *text*, a str, is a URI by RFC 3986 §3: a reference with a scheme."""
    row: cython.Py_ssize_t[9]
    if not cython.compiled:
        row = [-1] * 9
    return read(text, row) and row[0] >= 0


def split(text: Str, rule: Str = "URI-reference", edition: Str = "rfc3986") -> Parts | None:
    """Return the components of *text*, a str (:data:`uri_extract.uri.patterns.Parts`), by a rule; None if invalid."""
    split_otherwise, scheme, fragment = rule_of(rule, edition)
    parts = parts_of(text) if split_otherwise is None else split_otherwise(text)
    if parts is None or (scheme is not None and scheme is (parts[0] is None)):
        return None
    return None if parts[7] is not None and not fragment else parts


def parts_of(text: Str) -> Parts | None:
    """Return the components of *text*, a str; None if it is not a URI-reference by RFC 3986."""
    row: cython.Py_ssize_t[9]
    if not cython.compiled:
        row = [-1] * 9
    return _cut(exact(text), row) if read(text, row) else None


def host_of(text: Str) -> str | None:
    """Return the host of *text*, a str, "" if it has none; None if it is not a URI-reference by RFC 3986."""
    row: cython.Py_ssize_t[9]
    if not cython.compiled:
        row = [-1] * 9
    if not read(text, row):
        return None
    return exact(text)[row[2] + 1 if row[2] >= 0 else row[1] : row[3]] if row[1] >= 0 else ""


def exact(text: Str) -> str:
    """Return the characters of a str or of its subclass; ``str(text)`` returns other ones for an enumeration member."""
    return text if type(text) is str else str.__str__(text)


@cython.cfunc
def _cut(text: str, row: cython.pointer[cython.Py_ssize_t]) -> Parts:
    authority = userinfo = host = port = None
    if row[1] >= 0:
        host = authority = text[row[1] : row[5]]
        if row[2] >= 0:
            userinfo = text[row[1] : row[2]]
            host = text[row[2] + 1 : row[3]]
        elif row[4] >= 0:
            host = text[row[1] : row[3]]
        if row[4] >= 0:
            port = text[row[4] : row[5]]
    return (
        text[: row[0]] if row[0] >= 0 else None,
        authority,
        userinfo,
        host,
        port,
        text[row[5] : row[6]],
        text[row[6] + 1 : row[7]] if row[7] > row[6] else None,
        text[row[7] + 1 : row[8]] if row[8] > row[7] else None,
    )


@cython.cfunc
@cython.exceptval(check=False)
def _may_be_inside(data: cython.p_const_uchar, index: cython.Py_ssize_t) -> cython.bint:
    """Return True if a sign of a nested URI ends at ``index``, which has at least three bytes before it.

    Each rewriter (:mod:`uri_extract.uri.rewriters`) leaves one: "http", also in base64 or hexadecimal, or "/s/", which
    is "https" in the paths of AMP.
    """
    if data[index] == DIGIT_0:
        if data[index - 1] == CAPITAL_R:
            return data[index - 2] == CAPITAL_H and data[index - 3] == SMALL_A
        return data[index - 1] == DIGIT_7 and data[index - 2] == DIGIT_4 and data[index - 3] == DIGIT_7
    if data[index] == SLASH:
        return data[index - 1] == SMALL_S and data[index - 2] == SLASH
    return (
        data[index - 1] | 0x20 == SMALL_T and data[index - 2] | 0x20 == SMALL_T and data[index - 3] | 0x20 == SMALL_H
    )  # fmt: skip


@cython.cfunc
@cython.exceptval(-1, check=True)
def _may_be_content(data: cython.p_const_uchar, row: cython.pointer[cython.Py_ssize_t]) -> cython.bint:
    """Return True for a script, and for ``data:`` except images (SVG counts), video, fonts and audio."""
    first: cython.int
    if row[0] != 4:
        return data[: row[0]].lower() in _SCRIPTS and not (row[8] < 20 and data[row[0] + 1 : row[8]] in _IDLE)
    if data[:4].lower() != b"data":
        return False
    if row[8] < 12:
        return True
    first = data[5] | 0x20
    return not (
        (first == SMALL_I and data[11] | 0x20 != SMALL_S)
        or first in (SMALL_V, SMALL_F)
        or (first == SMALL_A and data[6] | 0x20 == SMALL_U)
    )


@cython.cfunc
@cython.exceptval(check=False)
def _is_hidden(data: cython.p_const_uchar, index: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the percent-encoding at ``index`` hides a letter of "http", or begins a bidi control.

    The bidi controls U+202A to U+202E and U+2066 to U+2069 begin with E2 80 A and E2 81 A.
    """
    first: cython.int = data[index + 1] | 0x20
    second: cython.int = data[index + 2] | 0x20
    if DIGIT_4 <= data[index + 1] <= DIGIT_7:
        # H is %48 and %68, T %54 and %74, P %50 and %70.
        return second == DIGIT_8 if data[index + 1] in b"46" else second in (DIGIT_4, DIGIT_0)
    return (
        first == SMALL_E
        and second == DIGIT_2
        and index + 8 < end
        and data[index + 3] == PERCENT
        and data[index + 4] == DIGIT_8
        and (data[index + 5] == DIGIT_0 or data[index + 5] == DIGIT_1)
        and data[index + 6] == PERCENT
        and data[index + 7] | 0x20 == SMALL_A
    )


def is_plain(reference: object) -> cython.int:
    """Return 2 for a plain URI, 1 for a plain relative reference, 0 for others: see ``uri_extract.uri._backend``."""
    return _plainness(signs_of(reference))


def signs_of(reference: object) -> cython.int:
    """Return the signs of a reference (:mod:`uri_extract.uri.signs`); -1 if it is not one by RFC 3986."""
    row: cython.Py_ssize_t[9]
    if not cython.compiled:
        row = [-1] * 9
    return _signs(octets(reference), row) if read(reference, row) else -1


def is_plain_at(data: cython.p_const_uchar, size: cython.Py_ssize_t, hazards: cython.bint) -> cython.int:
    """Return :func:`is_plain` of these bytes; without ``hazards``, ignore signs that do not concern the target."""
    row: cython.Py_ssize_t[9]
    if not cython.compiled:
        row = [-1] * 9
    if not scan(data, size, row):
        return 0
    return _plainness(_signs(data, row) if hazards else _signs_of_target(data, row))


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _plainness(found: cython.int) -> cython.int:
    return 2 if found == 0 else 1 if found == signs.RELATIVE else 0


@cython.cfunc
@cython.inline
@cython.exceptval(-1)
def _signs_of_target(data: cython.p_const_uchar, row: cython.pointer[cython.Py_ssize_t]) -> cython.int:
    """Return the signs that the target of a reference, with this row, may differ from it; perhaps others too."""
    found: cython.int = 0 if row[0] >= 0 else signs.RELATIVE
    index: cython.Py_ssize_t = row[5]
    if row[1] < 0 and 1 < row[0] <= 5 and data[: row[0]].lower() in _SPECIAL:
        return found | signs.SLASHES
    if row[1] >= 0 and row[3] == (row[2] + 1 if row[2] >= 0 else row[1]):
        return found | signs.SLASHES
    if row[0] < 0 or index == row[6]:
        return found
    if data[index] == DOT:
        return found | signs.DOTS
    while index + 1 < row[6]:
        if data[index] == SLASH and data[index + 1] == DOT:
            return found | signs.DOTS
        index += 1
    return found


@cython.cfunc
@cython.exceptval(-1)
def _signs(data: cython.p_const_uchar, row: cython.pointer[cython.Py_ssize_t]) -> cython.int:
    """Return the signs of the reference with this row."""
    found: cython.int = 0 if row[0] >= 0 else signs.RELATIVE
    index: cython.Py_ssize_t
    port: cython.int = 0
    if row[1] < 0:
        if 1 < row[0] <= 5 and data[: row[0]].lower() in _SPECIAL:
            found |= signs.SLASHES
    else:
        found |= _signs_of_host(data, row[2] + 1 if row[2] >= 0 else row[1], row[3])
        if row[2] >= 0:
            found |= signs.USERINFO
        if row[4] >= 0:
            for index in range(row[4], min(row[5], row[4] + 6)):
                port = port * 10 + data[index] - DIGIT_0
            if row[5] - row[4] > 5 or port < 1024 or port == 3306:  # it may be another protocol's
                found |= signs.PORT
    if (row[0] == 8 or row[0] == 10 or (row[0] == 4 and data[0] | 0x20 == SMALL_D)) and _may_be_content(data, row):
        found |= signs.CONTENT
    index = row[1] if found & (signs.HOST | signs.USERINFO) else row[5]
    while index < row[8]:
        if data[index] == PERCENT:  # two digits follow: the reference is valid
            if (
                data[index + 1] < DIGIT_2
                or (data[index + 1] == DIGIT_5 and data[index + 2] | 0x20 == SMALL_C)
                or (data[index + 1] == DIGIT_7 and data[index + 2] | 0x20 == SMALL_F)
            ):
                found |= signs.OCTETS
            elif _is_hidden(data, index, row[8]):
                found |= signs.NESTED if data[index + 1] <= DIGIT_7 else signs.DIRECTION
            index += 2
        elif _MARKS[data[index]] and index >= row[5] + 3 and _may_be_inside(data, index):
            found |= signs.NESTED
        elif (
            data[index] == DOT
            and row[0] >= 0
            and row[5] <= index < row[6]
            and (index == row[5] or data[index - 1] == SLASH)
        ):
            found |= signs.DOTS  # a "." that begins a segment of a URI
        index += 1
    return found


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _signs_of_host(data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
    found: cython.int = signs.LENGTH if end - begin > 255 else 0
    index: cython.Py_ssize_t = end - 1
    if begin == end:
        return signs.SLASHES
    if DIGIT_0 <= data[begin] <= DIGIT_9:  # an address, unless its last label begins with a letter
        while index > begin and data[index - 1] != DOT:
            index -= 1
        if (index == begin or not SMALL_A <= data[index] | 0x20 <= SMALL_Z) and not _is_ipv4(data, begin, end):
            found |= signs.ADDRESS
    for index in range(begin, end):
        if data[index] == PERCENT or (data[index] == HYPHEN and index + 1 < end and data[index + 1] == HYPHEN):
            found |= signs.HOST
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _is_ipv4(data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True for an IPv4address of RFC 3986 §3.2.2, which all resolvers read alike."""
    index: cython.Py_ssize_t = begin
    octet: cython.Py_ssize_t
    value: cython.int
    dots: cython.int = 0
    while True:
        octet = index
        value = 0
        while index < end and index < octet + 3 and DIGIT_0 <= data[index] <= DIGIT_9:
            value = value * 10 + data[index] - DIGIT_0
            index += 1
        if index == octet or value > 255 or (index > octet + 1 and data[octet] == DIGIT_0):
            return False
        if index == end:
            return dots == 3
        if data[index] != DOT:
            return False
        dots += 1
        index += 1
