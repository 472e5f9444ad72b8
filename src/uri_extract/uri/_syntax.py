"""Find the offsets of the components in one pass over the characters (RFC 3986 Appendix A).

Every character is read once, except those of a port and those of a relative path's first segment, which are read
twice. The interpreted variant uses the pattern of :mod:`uri_extract.uri.patterns`, which is faster there.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.uri.characters import CLASSES

if cython.compiled:
    from cython.cimports.cpython.bytearray import PyByteArray_FromStringAndSize
    from cython.cimports.cpython.unicode import PyUnicode_DATA, PyUnicode_KIND
else:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        AT, COLON, DIGIT_0, DOT, LEFT_BRACKET, NUMBER_SIGN, PERCENT, QUESTION_MARK, RIGHT_BRACKET, SLASH, SMALL_V,
    )  # fmt: skip
    from uri_extract.uri import characters
    from uri_extract.uri.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_CLASSES = cython.declare(bytes, CLASSES)
_classes = cython.declare(cython.p_const_uchar, _CLASSES) if cython.compiled else _CLASSES

_TO_LOWER = cython.declare(cython.int, 0x20)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _span(
    data: cython.p_const_uchar, index: cython.Py_ssize_t, end: cython.Py_ssize_t, member: cython.int
) -> cython.Py_ssize_t:
    """Return the index after the characters of a class that begin at *index*."""
    while index < end and _classes[data[index]] & member:
        index += 1
    return index


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
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


@cython.cfunc
@cython.exceptval(check=False)
def _ipv4(data: cython.p_const_uchar, index: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the index after the IPv4address that begins at *index*, or -1."""
    octet: cython.int
    value: cython.int
    start: cython.Py_ssize_t
    for octet in range(4):
        start = index
        value = 0
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


@cython.cfunc
@cython.exceptval(check=False)
def _ipv6(data: cython.p_const_uchar, index: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the index of the "]" after the IPv6address that begins at *index*, or -1 (RFC 3986 §3.2.2).

    Its nine alternatives are one rule: eight groups, the last two perhaps as an IPv4address, and "::" once
    in place of one group or more.
    """
    groups: cython.int = 0
    elided: cython.bint = False
    start: cython.Py_ssize_t
    if index + 1 < end and data[index] == COLON and data[index + 1] == COLON:
        elided = True
        index += 2
        if index < end and data[index] == RIGHT_BRACKET:
            return index
    while True:
        start = index
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


@cython.cfunc
@cython.exceptval(check=False)
def _ip_literal(data: cython.p_const_uchar, index: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the index after the IP-literal whose "[" is at *index*, or -1."""
    start: cython.Py_ssize_t
    index += 1
    if index < end and data[index] | _TO_LOWER == SMALL_V:
        index += 1
        start = index
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
    mark: cython.Py_ssize_t
    row[0] = row[1] = row[2] = row[4] = -1
    if end and _classes[data[0]] & characters.ALPHA:
        mark = _span(data, 1, end, characters.SCHEME)
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
    """Return the octets of *text*, ASCII."""
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
