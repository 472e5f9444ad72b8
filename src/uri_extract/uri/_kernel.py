"""The most frequent questions about a reference: components, validity, signs that it needs more work, its target."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

import cython

from uri_extract.uri.characters import CLASSES
from uri_extract.uri.host_names import LONGEST_ENCODED, canonical_host
from uri_extract.uri.patterns import compiled, splitter
from uri_extract.uri.rules import Str, rule_of

if cython.compiled:
    from cython.cimports.cpython.bytearray import PyByteArray_FromStringAndSize
    from cython.cimports.cpython.unicode import PyUnicode_DATA, PyUnicode_KIND
else:
    from uri_extract._compat._ascii import (  # noqa: I001 - several to a line
        APOSTROPHE, AT, CAPITAL_H, CAPITAL_R, COLON, DELETE, DIGIT_0, DIGIT_1, DIGIT_2, DIGIT_4, DIGIT_5, DIGIT_7,
        DIGIT_8, DIGIT_9, DOT, HYPHEN, LEFT_BRACKET, NUMBER_SIGN, PERCENT, QUESTION_MARK, RIGHT_BRACKET, SLASH,
        SMALL_A, SMALL_C, SMALL_D, SMALL_E, SMALL_F, SMALL_H, SMALL_I, SMALL_P, SMALL_S, SMALL_T, SMALL_U, SMALL_V,
        SMALL_X, SMALL_Z, SPACE, TILDE,
    )  # fmt: skip
    from uri_extract.uri import characters, signs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from uri_extract.uri.patterns import Parts

    # Scheme, userinfo, host and port, each None if it is missing.
    Server = tuple[str | None, str | None, str | None, str | None]
    # A target, if resolution does not change it, and signs.
    Settled = tuple[str | None, int]


# -- Find the offsets of the components in one pass over the characters (RFC 3986 Appendix A) --------------------------
#
# Every character is read once, except those of a port and those of a relative path's first segment, which are read
# twice. The interpreted variant uses the pattern of :mod:`uri_extract.uri.patterns`, which is faster there.

_CLASSES = cython.declare(bytes, CLASSES)
_classes = cython.declare(cython.p_const_uchar, _CLASSES) if cython.compiled else _CLASSES

_TO_LOWER = cython.declare(cython.int, 0x20)


def _span(
    data: cython.p_const_uchar, index: cython.Py_ssize_t, end: cython.Py_ssize_t, member: cython.int
) -> cython.Py_ssize_t:
    """Return the index after the characters of a class that begin at *index*."""
    while index < end and _classes[data[index]] & member:
        index += 1
    return index


def _run(
    data: cython.p_const_uchar, index: cython.Py_ssize_t, end: cython.Py_ssize_t, member: cython.int
) -> cython.Py_ssize_t:
    """Return the index after the characters of a class, and percent-encodings, that begin at *index*."""
    while index < end:
        if _classes[data[index]] & member:
            index += 1
        elif (
            data[index] == PERCENT
            and index + 2 < end
            and _classes[data[index + 1]] & characters.HEXDIG
            and _classes[data[index + 2]] & characters.HEXDIG
        ):
            index += 3
        else:
            break
    return index


def _ipv4(data: cython.p_const_uchar, index: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the index after the IPv4address that begins at *index*, or -1."""
    octet: cython.int
    for octet in range(4):
        start: cython.Py_ssize_t = index
        value: cython.int = 0
        while index < end and index - start < 3 and _classes[data[index]] & characters.DIGIT:
            value = value * 10 + data[index] - DIGIT_0
            index += 1
        if index == start or value > 255 or (index - start > 1 and data[start] == DIGIT_0):
            return -1
        if octet < 3:
            if index == end or data[index] != DOT:
                return -1
            index += 1
    return index


def _ipv6(data: cython.p_const_uchar, index: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the index of the "]" after the IPv6address that begins at *index*, or -1 (RFC 3986 §3.2.2).

    Its nine alternatives are one rule: eight groups, the last two perhaps as an IPv4address, and "::" once
    in place of one group or more.
    """
    groups: cython.int = 0
    elided: cython.bint = False
    if index + 1 < end and data[index] == COLON and data[index + 1] == COLON:
        elided = True
        index += 2
        if index < end and data[index] == RIGHT_BRACKET:
            return index
    while True:
        start: cython.Py_ssize_t = index
        index = _span(data, index, min(end, start + 4), characters.HEXDIG)
        if index == start or index >= end:
            return -1
        if data[index] == DOT:
            groups += 2
            index = _ipv4(data, start, end)
            if index < 0 or index == end or data[index] != RIGHT_BRACKET:
                return -1
            break
        groups += 1
        if data[index] == RIGHT_BRACKET:
            break
        if data[index] != COLON:
            return -1
        index += 1
        if index < end and data[index] == COLON:
            if elided:
                return -1
            elided = True
            index += 1
            if index < end and data[index] == RIGHT_BRACKET:
                break
    return index if (groups <= 7 if elided else groups == 8) else -1


def _ip_literal(data: cython.p_const_uchar, index: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the index after the IP-literal whose "[" is at *index*, or -1."""
    index += 1
    if index < end and data[index] | _TO_LOWER == SMALL_V:
        index += 1
        start: cython.Py_ssize_t = index
        index = _span(data, index, end, characters.HEXDIG)
        if index == start or index >= end or data[index] != DOT:
            return -1
        index += 1
        start = index
        index = _span(data, index, end, characters.USERINFO)
        if index == start:
            return -1
    else:
        index = _ipv6(data, index, end)
        if index < 0:
            return -1
    return index + 1 if index < end and data[index] == RIGHT_BRACKET else -1


# The row that scan writes, -1 where undefined: the ends of scheme (0), userinfo (2), host (3), path (6),
# query (7) and fragment (8), and the beginnings of authority (1), port (4) and path (5).


def scan(data: cython.p_const_uchar, end: cython.Py_ssize_t, row: cython.pointer[cython.Py_ssize_t]) -> cython.bint:
    """Read a URI-reference and write its row; return True if it is one."""
    index: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t
    row[0] = row[1] = row[2] = row[4] = -1
    if end and _classes[data[0]] & characters.ALPHA:
        mark: cython.Py_ssize_t = _span(data, 1, end, characters.SCHEME)
        if mark < end and data[mark] == COLON:
            row[0] = mark
            index = mark + 1
    if index + 1 < end and data[index] == SLASH and data[index + 1] == SLASH:
        index += 2
        row[1] = start = index
        index = mark = _run(data, start, end, characters.REG_NAME)
        if mark < end and (data[mark] == COLON or data[mark] == AT):  # only a userinfo has these too
            mark = _run(data, mark, end, characters.USERINFO)
            if mark < end and data[mark] == AT:
                row[2] = mark
                start = mark + 1
                index = _run(data, start, end, characters.REG_NAME)
        if start < end and data[start] == LEFT_BRACKET:
            index = _ip_literal(data, start, end)
        if index < 0:
            return False
        row[3] = index
        if index < end and data[index] == COLON:
            row[4] = index + 1
            index = _span(data, index + 1, end, characters.DIGIT)
        if index < end and data[index] != SLASH and data[index] != QUESTION_MARK and data[index] != NUMBER_SIGN:
            return False
    row[5] = start = index
    index = _run(data, index, end, characters.PATH)
    row[6] = index
    if row[0] < 0 and row[1] < 0:
        while start < index and data[start] != SLASH:
            if data[start] == COLON:
                return False
            start += 1
    if index < end and data[index] == QUESTION_MARK:
        index = _run(data, index + 1, end, characters.QUERY)
    row[7] = index
    if index < end and data[index] == NUMBER_SIGN:
        index = _run(data, index + 1, end, characters.QUERY)
    row[8] = index
    return index == end


def octets(text: Any) -> cython.p_const_uchar:
    if not cython.compiled:
        return text.encode("ascii")
    return cython.cast(cython.p_const_uchar, PyUnicode_DATA(text))


def buffer_of(text: str) -> bytearray:
    """Return a new buffer with the characters of *text*, ASCII."""
    if not cython.compiled:
        return bytearray(text, "ascii")
    return PyByteArray_FromStringAndSize(cython.cast(cython.p_const_char, octets(text)), len(text))


def read(text: object, row: cython.pointer[cython.Py_ssize_t]) -> cython.int:
    """Write the row of *text*; return True if it is a URI-reference. Raises TypeError if it is not a str."""
    if not isinstance(text, str):
        raise TypeError(f"reference must be a str, not {type(text).__name__}")
    if cython.compiled:
        # ASCII has one byte per character; characters beyond Latin-1 are in no class.
        if PyUnicode_KIND(text) != 1:
            return False
        return scan(octets(text), len(text), row)
    match = compiled("rfc3986").fullmatch(text)
    if match is None:
        return False
    _, scheme, authority, userinfo, host, port, path, query, fragment = match.regs
    row[:] = scheme[1], authority[0], userinfo[1], host[1], port[0], path[0], path[1], query[1], fragment[1]
    if row[7] < 0:
        row[7] = row[6]
    if row[8] < 0:
        row[8] = row[7]
    return True


# -- The most frequent questions about a reference: its validity, its components, and signs that it needs more work ----

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


class Reference:
    """The base class of :class:`~uri_extract.uri.reference.URIReference`, with only its string."""

    __slots__ = ("_text",)

    _text: str

    def __str__(self) -> str:
        return self._text


def is_valid(text: Str, rule: Str = "URI-reference", *, edition: Str = "rfc3986") -> bool:
    """Return True if *text*, a str, is a URI reference, which may be relative (``a``, ``""``), or what *rule* says.

    :func:`is_uri` accepts URIs only. Rules: "URI", "URI-reference", "absolute-URI", "relative-ref" (RFC 3986 §4),
    "IRI", "IRI-reference" (RFC 3987 §2.2, which has only one edition). In the older editions a URI or URL has no
    fragment: there "URI" and "absolute-URI" are both ``absoluteURI`` (``absoluteURL``), and "relative-ref" is a
    reference that is not absolute. Raises :class:`InvalidOptionValue` for an unknown rule or edition.

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


def is_uri(text: Str) -> bool:
    """Return True if *text*, a str, is a URI by RFC 3986 §3: a reference with a scheme.

    >>> is_uri("http://a.example/b"), is_uri("../b"), is_uri("a.example/b"), is_uri("http://a.example/b c")
    (True, False, False, False)
    """
    row: cython.Py_ssize_t[9]
    if not cython.compiled:
        row = [-1] * 9
    return read(text, row) and row[0] >= 0


def split(text: Str, rule: Str = "URI-reference", edition: Str = "rfc3986") -> Parts | None:
    """Return the components of *text*, a str (:data:`uri_extract.uri.patterns.Parts`), by a rule; None if invalid."""
    grammar, scheme, fragment = rule_of(rule, edition)
    if grammar == "rfc3986":
        parts = parts_of(text)
    else:
        parts = iri_parts_of(exact(text)) if grammar == "rfc3987" else splitter(grammar)(text)
    if parts is None or (scheme is not None and scheme is (parts[0] is None)):
        return None
    return None if parts[7] is not None and not fragment else parts


def parts_of(text: Str) -> Parts | None:
    """Return the components of *text*, a str; None if it is not a URI-reference by RFC 3986."""
    row: cython.Py_ssize_t[9]
    if not cython.compiled:
        row = [-1] * 9
    return _cut(exact(text), row) if read(text, row) else None


def is_ucschar(point: cython.int) -> cython.bint:
    """Return True for ASCII, and for characters allowed where a percent-encoding is (RFC 3987 §2.2, ucschar)."""
    if point < 0xE000:
        return point < 0x80 or 0xA0 <= point < 0xD800
    if point < 0x10000:
        return 0xF900 <= point <= 0xFFEF and not 0xFDD0 <= point <= 0xFDEF
    return point < 0xF0000 and point & 0xFFFE != 0xFFFE and not 0xE0000 <= point < 0xE1000


@cython.cfunc
def iri_parts_of(text: str) -> Parts | None:
    """Return the components of *text*; None if it is not an IRI-reference by RFC 3987 §2.2.

    The grammar is that of RFC 3986, but ``ucschar`` is unreserved, except in IP literals, and ``iprivate`` in a query.
    """
    if text.isascii():
        return parts_of(text)
    row: cython.Py_ssize_t[9]
    if not cython.compiled:
        row = [-1] * 9
    mapped = bytearray(len(text))  # an unreserved character for each of these
    first_private: cython.Py_ssize_t = -1
    last_private: cython.Py_ssize_t = -1
    for i in range(len(text)):
        code: cython.int = ord(text[i])
        is_private: cython.bint = 0xE000 <= code <= 0xF8FF or (code >= 0xF0000 and code & 0xFFFF <= 0xFFFD)
        if is_private:
            last_private = i
            first_private = i if first_private < 0 else first_private
        if code < 0x80:
            mapped[i] = code
        elif is_private or is_ucschar(code):
            mapped[i] = TILDE
    if not read(mapped.decode("latin-1"), row):
        return None
    if first_private >= 0 and not row[6] < first_private <= last_private < row[7]:
        return None
    parts = _cut(text, row)
    host = parts[3]
    return None if host is not None and host.startswith("[") and not host.isascii() else parts


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


def _may_be_content(data: cython.p_const_uchar, row: cython.pointer[cython.Py_ssize_t]) -> cython.bint:
    """Return True for a script, and for ``data:`` except images (SVG counts), video, fonts and audio."""
    if row[0] != 4:
        return data[: row[0]].lower() in _SCRIPTS and not (row[8] < 20 and data[row[0] + 1 : row[8]] in _IDLE)
    if data[:4].lower() != b"data":
        return False
    if row[8] < 12:
        return True
    first: cython.int = data[5] | 0x20
    return not (
        (first == SMALL_I and data[11] | 0x20 != SMALL_S)
        or first in (SMALL_V, SMALL_F)
        or (first == SMALL_A and data[6] | 0x20 == SMALL_U)
    )


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
    """Return 2 for a URI, 1 for a relative reference, that needs no normalisation and raises no hazard; 0 for others.

    Perhaps 0 for a few of these. A URI with 2 is its own target.
    """
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


def _plainness(found: cython.int) -> cython.int:
    return 2 if found == 0 else 1 if found == signs.RELATIVE else 0


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


def _signs(data: cython.p_const_uchar, row: cython.pointer[cython.Py_ssize_t]) -> cython.int:
    found: cython.int = 0 if row[0] >= 0 else signs.RELATIVE
    port: cython.int = 0
    if row[1] < 0:
        if 1 < row[0] <= 5 and data[: row[0]].lower() in _SPECIAL:
            found |= signs.SLASHES
    else:
        found |= _signs_of_host(data, row[2] + 1 if row[2] >= 0 else row[1], row[3])
        if row[2] >= 0:
            found |= signs.USERINFO
        if row[0] > 0 and not (
            4 <= row[0] <= 5 and data[0] | 0x20 == SMALL_H and data[1] | 0x20 == data[2] | 0x20 == SMALL_T
            and data[3] | 0x20 == SMALL_P and (row[0] == 4 or data[4] | 0x20 == SMALL_S)
        ):  # fmt: skip
            found |= signs.SCHEME
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


def _is_ipv4(data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True for an IPv4address of RFC 3986 §3.2.2, which all resolvers read alike."""
    index: cython.Py_ssize_t = begin
    dots: cython.int = 0
    while True:
        octet: cython.Py_ssize_t = index
        value: cython.int = 0
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


# -- Reference resolution by RFC 3986 §5.2: the target is composed of parts of the base and the reference --------------


def resolve(base: str, reference: str, strict: cython.bint) -> str | None:
    """Return the target URI of *reference* against *base*; None if one of them is invalid (RFC 3986 §5.2.2)."""
    given: cython.Py_ssize_t[9]
    row: cython.Py_ssize_t[9]
    start: cython.Py_ssize_t = 0  # the start of the part of the reference that is used
    end: cython.Py_ssize_t  # the end of the part of the base that is used
    path: cython.Py_ssize_t  # the start of the target's path
    if not cython.compiled:
        given, row = [-1] * 9, [-1] * 9
    if not read(reference, row) or not read(base, given) or given[0] < 0:
        return None
    if row[0] >= 0:
        if strict or reference[: row[0]].lower() != base[: given[0]].lower():
            return without_dot_segments(reference, row[5], row[6], row[1] >= 0)
        start = row[0] + 1
    if row[1] >= 0:
        end = given[0] + 1
        path = end + row[5] - start
    elif row[5] == row[6]:
        return base[: given[6] if row[7] > row[6] else given[7]] + reference[start:]
    else:
        end = path = given[5]
        if reference[row[5]] != "/":  # §5.2.3
            end = max(path, base.rfind("/", path, given[6]) + 1)
            if given[1] >= 0 and path == given[6]:
                base, end = base[:end] + "/", end + 1
    target = base[:end] + reference[start:]
    return without_dot_segments(target, path, len(target) - row[8] + row[6], row[1] >= 0 or given[1] >= 0)


def without_dot_segments(text: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t, rooted: cython.bint) -> str:
    """Return *text*, ASCII, without dot-segments in its path from *start* to *end* (RFC 3986 §5.2.4).

    *rooted*: an authority precedes the path. Steps 2A and 2D apply only at the start, since 2B, 2C and 2E leave an
    input that is empty or begins with a slash. Kept segments move to the front of the same buffer, so 2C goes back
    over bytes that 2E moved, each once.
    """
    index: cython.Py_ssize_t = start
    size: cython.Py_ssize_t = start
    if not may_have_dot_segments(text, start, end):
        return text
    while index < end and text[index] == ".":
        after: cython.Py_ssize_t = _after_dots(text, index, end)
        if after < 0:
            break
        index = min(after + 1, end)
    dot: cython.Py_ssize_t = _dot_segment(text, index, end)
    if index == start:
        if dot < 0:
            return text
        index = size = dot
    buffer: bytearray = buffer_of(text)
    while dot >= 0:
        while index < dot:
            buffer[size] = buffer[index]
            size += 1
            index += 1
        index = _after_dots(text, dot + 1, end)
        if index - dot == 3:
            while size > start:
                size -= 1
                if buffer[size] == SLASH:
                    break
        if index == end:
            buffer[size] = SLASH
            size += 1
        dot = _dot_segment(text, index, end)
    result = buffer[:size].decode("ascii") + text[index:]
    return result if rooted or not result.startswith("//", start) else result[:start] + "/." + result[start:]


@cython.cfunc
@cython.exceptval(check=False)
def _dot_segment(text: str, index: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the index of the slash before the next dot-segment, or -1."""
    index = text.find("/.", index, end)
    while index >= 0 and _after_dots(text, index + 1, end) < 0:
        index = text.find("/.", index + 2, end)
    return index


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _after_dots(text: str, index: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the index after the dot-segment whose first dot is at *index*; -1 if the segment is longer."""
    index += 1
    if index < end and text[index] == ".":
        index += 1
    return index if index == end or text[index] == "/" else -1


def may_have_dot_segments(text: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the path from *start* to *end* may have a dot-segment; ``/.profile`` is a false alarm."""
    return start < end and (text[start] == "." or text.find("/.", start, end) >= 0)


# -- Decode percent-encodings (RFC 3986 §2.1) --------------------------------------------------------------------------


def decode_to_bytes(text: str) -> bytes:
    """Return the decoded octets of a component, characters as UTF-8; a ``%`` that does not begin an encoding stays."""
    data: bytes = text.encode("utf-8", "surrogatepass")
    return decoded(data) if PERCENT in data else data


def decode(text: str) -> str:
    """Return the decoded characters of a component; octets that are not UTF-8 become U+FFFD."""
    return decode_to_bytes(text).decode("utf-8", "replace") if "%" in text else text


def decoded(octets: bytes) -> bytes:
    """Return octets with percent-encodings decoded; a ``%`` that does not begin one stays."""
    data: cython.p_const_uchar = octets
    size: cython.Py_ssize_t = len(octets)
    index: cython.Py_ssize_t = octets.find(b"%")
    at: cython.Py_ssize_t = index
    if index < 0:
        return octets
    buffer: bytearray = bytearray(octets)
    while index < size:
        octet: cython.int = data[index]
        if octet == PERCENT and index + 2 < size:
            high: cython.int = _digit(data[index + 1])
            low: cython.int = _digit(data[index + 2])
            if high >= 0 and low >= 0:
                octet = 16 * high + low
                index += 2
        buffer[at] = octet
        at += 1
        index += 1
    return bytes(buffer[:at])


def _digit(character: cython.int) -> cython.int:
    """Return the value of a hexadecimal digit; -1 if it is not one."""
    if DIGIT_0 <= character <= DIGIT_9:
        return character - DIGIT_0
    return (character | 0x20) - SMALL_A + 10 if SMALL_A <= character | 0x20 <= SMALL_F else -1


# -- Numeric hosts: the IPv4 forms that resolvers accept (RFC 3986 §7.4, URL Standard §3.5) ----------------------------

# A number of more digits has more than 32 bits.
_MOST_DIGITS = cython.declare(cython.int, 12)


def numeric_ipv4(host: str) -> str | None:
    """Return the address that ``inet_aton`` reads *host* as, in dotted form; None for a name.

    It has one to four numbers, decimal, octal (``0``) or hexadecimal (``0x``); the last one fills the remaining octets.
    """
    name: str = host
    if "%" in host:
        if not _may_end_in_number(host):
            return None
        name = decode(host)
    end: cython.Py_ssize_t = len(name)
    index: cython.Py_ssize_t = 0
    value: cython.longlong = 0
    shift: cython.int = 24
    if end > 0 and ord(name[end - 1]) == DOT:
        end -= 1
    begin: cython.Py_ssize_t = name.rfind(".", 0, end) + 1
    if begin == end or not DIGIT_0 <= ord(name[begin]) <= DIGIT_9:
        return None
    while shift >= 0:
        begin = index
        while index < end and ord(name[index]) != DOT:
            index += 1
        number: cython.longlong = _number(name, begin, index)
        if number < 0:
            return None
        if index == end:
            if number >> (shift + 8):
                return None
            value += number
            return f"{value >> 24}.{value >> 16 & 255}.{value >> 8 & 255}.{value & 255}"
        if number > 255:
            return None
        value += number << shift
        shift -= 8
        index += 1
    return None


def _may_end_in_number(host: str) -> cython.bint:
    """Return True if the last label of a host has a percent-encoding or begins with a digit."""
    begin: cython.Py_ssize_t = host.rfind(".", 0, len(host) - 1) + 1
    return host.find("%", begin) >= 0 or DIGIT_0 <= ord(host[begin]) <= DIGIT_9


@cython.cfunc
@cython.exceptval(-2, check=True)
def _number(name: str, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.longlong:
    """Return the number from ``begin`` to ``end``; -1 if it is not one."""
    radix: cython.int = 10
    value: cython.longlong = 0
    if begin == end:
        return -1
    if end - begin > 1 and ord(name[begin]) == DIGIT_0:
        radix = 8
        if ord(name[begin + 1]) | 0x20 == SMALL_X:
            radix = 16
            begin += 2
    while begin < end and ord(name[begin]) == DIGIT_0:
        begin += 1
    if end - begin > _MOST_DIGITS:
        return -1
    while begin < end:
        digit: cython.int = _digit(ord(name[begin]))
        if digit < 0 or digit >= radix:
            return -1
        value = value * radix + digit
        begin += 1
    return value


# -- Map IRIs to URIs (RFC 3987 §3.1) if percent-encoding alone is enough, as for nearly all of them -------------------

# Schemes whose hosts are domain names (URL Standard §4.2, "special schemes").
_WITH_DOMAINS = cython.declare(frozenset, frozenset(("http", "https", "ws", "wss", "ftp")))
_DIGIT_BYTES = b"0123456789ABCDEF"
if cython.compiled:  # noqa: SIM108 - Cython's declarations are statements
    _DIGITS = cython.declare(cython.p_const_uchar, _DIGIT_BYTES)
else:
    _DIGITS = _DIGIT_BYTES


def _put(
    buffer: bytearray, at: cython.Py_ssize_t, octet: cython.int, is_encoded: cython.bint
) -> cython.Py_ssize_t:  # fmt: skip
    """Put an octet into a buffer, percent-encoded or as it is; return the place after it."""
    if not is_encoded:
        buffer[at] = octet
        return at + 1
    buffer[at] = PERCENT
    buffer[at + 1] = _DIGITS[octet >> 4]
    buffer[at + 2] = _DIGITS[octet & 15]
    return at + 3


def mapped(iri: Str) -> str | None:
    """Return the string that percent-encoding alone maps *iri*, a str, to (RFC 3987 §3.1); None if more may be needed.

    Most characters beyond ASCII are allowed where a percent-encoding is, and nowhere else (RFC 3987 §2.2, ucschar).
    If it has no other ones, it is an IRI reference if and only if the result is a URI reference.
    """
    text: str = exact(iri)
    if text.isascii():
        return text
    for index in range(len(text)):
        if not is_ucschar(ord(text[index])):
            return None
    encoded: bytes = text.encode()
    data: cython.p_const_uchar = encoded
    size: cython.Py_ssize_t = len(encoded)
    at: cython.Py_ssize_t = 0
    if not cython.compiled:
        return "".join([chr(octet) if octet < 0x80 else f"%{octet:02X}" for octet in data])
    buffer: bytearray = bytearray(3 * size)
    for index in range(size):
        at = _put(buffer, at, data[index], data[index] >= 0x80)
    return buffer[:at].decode("ascii")


# Characters that the URL parser of browsers encodes (URL Standard §1.3): in a path, in a query of a web URL, and in a
# fragment. It encodes "|" in a path as well (:mod:`uri_extract.uri.url_parser`).
_IN_PATH = cython.declare(cython.int, 1)
_IN_QUERY = cython.declare(cython.int, 2)
_IN_FRAGMENT = cython.declare(cython.int, 4)
_ENCODED = cython.declare(
    bytes,
    bytes(
        (byte in b' "<>^`{|}' or byte > 0x7F) * 1
        | (byte in b" \"<>'" or byte > 0x7F) * 2
        | (byte in b' "<>`' or byte > 0x7F) * 4
        for byte in range(256)
    ),
)


def repaired(reference: Str) -> str | None:
    """Return the valid reference that the URL parser makes of another one by percent-encoding alone, else None.

    It is a web URL whose host needs no work, or relative without an authority. None is also returned for a URI, and for
    an IRI with an apostrophe that the URL parser encodes, and RFC 3987 does not.
    """
    text: str = exact(reference)
    try:
        octets_of: bytes = text.encode()
    except UnicodeEncodeError:  # bytes that are not UTF-8
        return None
    data: cython.p_const_uchar = octets_of
    size: cython.Py_ssize_t = len(octets_of)
    index: cython.Py_ssize_t = 8 if text.startswith("https://") else 7 if text.startswith("http://") else 0
    if size < 2 or data[0] <= SPACE or data[size - 1] <= SPACE or (data[0] == SLASH and data[1] == SLASH):
        return None
    plainness: cython.int = 2 if index else 1
    label: cython.Py_ssize_t = index  # the last one of the host
    while index and index < size and (
        SMALL_A <= data[index] <= SMALL_Z or DIGIT_0 <= data[index] <= DIGIT_9 or data[index] in (DOT, HYPHEN)
    ):  # fmt: skip
        index += 1
        if data[index - 1] == DOT:
            label = index
    if index and (index == size or data[index] != SLASH or not SMALL_A <= data[label] <= SMALL_Z):
        return None
    where: cython.int = _IN_PATH
    invalid: cython.bint = False
    beyond_ascii: cython.bint = False
    quoted: cython.bint = False
    buffer: bytearray = bytearray(3 * size)
    buffer[:index] = octets_of[:index]
    at: cython.Py_ssize_t = index
    while index < size:
        byte: cython.int = data[index]
        if byte < SPACE or byte == DELETE:
            return None
        if byte == NUMBER_SIGN:
            where = _IN_FRAGMENT
        elif byte == QUESTION_MARK and where == _IN_PATH:
            where = _IN_QUERY
        elif byte == PERCENT and where == _IN_PATH and octets_of[index + 1 : index + 3] in (b"2e", b"2E"):
            return None  # perhaps a dot-segment
        encodes: cython.bint = _ENCODED[byte] & where != 0
        invalid = invalid or (encodes and byte < DELETE and byte != APOSTROPHE)
        beyond_ascii = beyond_ascii or byte > DELETE
        quoted = quoted or (encodes and byte == APOSTROPHE)
        at = _put(buffer, at, byte, encodes)
        index += 1
    whole: bytes = bytes(buffer[:at])
    changed: cython.bint = invalid or (beyond_ascii and not quoted)
    return whole.decode("ascii") if changed and is_plain_at(whole, at, False) == plainness else None


def plain_uri(iri: Str) -> str | None:
    """Return the plain URI (:func:`is_plain`) that a plain IRI, a str, is mapped to; None for any other string.

    A plain IRI has no characters that are invisible or change the direction of text.
    """
    text: str = exact(iri)
    if _has_iri_authority(text):  # the host of the URI needs work
        return None
    uri: str | None = mapped(text)
    return uri if uri is not None and signs_of(uri) == 0 and not may_be_unseen(text) else None


def _has_iri_authority(text: str) -> cython.bint:
    """Return True if the authority of an IRI has a character beyond ASCII."""
    index: cython.Py_ssize_t = text.find("://") + 3
    if index < 3:
        return False
    while index < len(text) and ord(text[index]) not in (SLASH, QUESTION_MARK, NUMBER_SIGN):
        if ord(text[index]) >= 0x80:
            return True
        index += 1
    return False


def may_be_unseen(iri: Str) -> cython.bint:
    """Return True if *iri*, a str, has a character that is invisible or changes the direction of text.

    See ``UNSEEN`` and ``BIDI_CONTROLS`` in :mod:`uri_extract.uri.host_characters`; it may be True for a few others.
    """
    text: str = exact(iri)
    for index in range(len(text)):
        character: cython.int = ord(text[index])
        if character >= 0xAD and (
            character == 0xAD
            or character == 0x61C
            or character == 0x180E
            or 0x200B <= character <= 0x200F
            or 0x202A <= character <= 0x202E
            or 0x2060 <= character <= 0x2069
            or character == 0xFEFF
        ):
            return True
    return False


def with_ascii_host(uri: Str) -> str:
    """Return a URI with its percent-encoded domain name replaced by its A-labels; any other string unchanged.

    RFC 3986 §3.2.2 recommends IDNA to producers of URIs. This needs no extra (:mod:`uri_extract.uri.host_names`), and,
    as browsers do, it also encodes names that IDNA disallows. Example: ``http://b%C3%BCcher.example/`` becomes
    ``http://xn--bcher-kva.example/``.
    """
    mapped_text: str = _with_ascii_host(exact(uri), None)
    return mapped_text


def _with_ascii_host(text: str, iri: str | None) -> str:
    """Return :func:`with_ascii_host` of ``text``; ``iri`` is the IRI that it was mapped from, whose host is decoded."""
    row: cython.Py_ssize_t[9]
    if not cython.compiled:
        row = [-1] * 9
    if not read(text, row) or row[0] < 0 or row[1] < 0:
        return text
    begin: cython.Py_ssize_t = row[2] + 1 if row[2] >= 0 else row[1]
    end: cython.Py_ssize_t = row[3]
    if text.find("%", begin, end) < 0 or text[: row[0]].lower() not in _WITH_DOMAINS:
        return text
    host: str = text[begin:end]
    if iri is not None and len(host) <= LONGEST_ENCODED:
        host = server_of(iri)[2] or host
    name: str = canonical_host(host)
    return text if "%" in name else text[:begin] + name + text[end:]


def settled(reference: Str, is_iri: cython.bint) -> Settled:
    """Return the target of a reference with its signs; None if it is invalid, relative or changed by resolution.

    The signs (:mod:`uri_extract.uri.signs`) are those before the host of an IRI is in ASCII.
    """
    uri: str | None = mapped(reference) if is_iri else exact(reference)
    found: cython.int = -1 if uri is None else signs_of(uri)
    if found < 0 or found & signs.OF_TARGET:
        return None, found
    return _with_ascii_host(cython.cast(str, uri), exact(reference)) if is_iri and found & signs.HOST else uri, found


def server_of(reference: Str) -> Server:
    """Return the scheme, userinfo, host and port of a valid reference, an IRI or not; None for a missing one."""
    text: str = exact(reference)
    begin: cython.Py_ssize_t = text.find("//")
    colon: cython.Py_ssize_t = text.find(":")
    slash: cython.Py_ssize_t = text.find("/")
    scheme: str | None = None
    if colon > 0 and (slash < 0 or colon < slash) and text.find("?", 0, colon) < 0 and text.find("#", 0, colon) < 0:
        scheme = text[:colon]
    if begin < 0 or begin != (0 if scheme is None else colon + 1):
        return scheme, None, None, None
    begin += 2
    end: cython.Py_ssize_t = begin
    while end < len(text) and ord(text[end]) not in (SLASH, QUESTION_MARK, NUMBER_SIGN):
        end += 1
    at: cython.Py_ssize_t = text.rfind("@", begin, end)
    userinfo: str | None = text[begin:at] if at >= 0 else None
    begin = max(begin, at + 1)
    colon = text.rfind(":", begin, end)
    if colon < 0 or text.find("]", colon, end) >= 0:
        return scheme, userinfo, text[begin:end], None
    return scheme, userinfo, text[begin:colon], text[colon + 1 : end]
