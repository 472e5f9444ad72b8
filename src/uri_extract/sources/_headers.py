# cython: boundscheck=False, wraparound=False

"""Headers of WARC records and of HTTP messages (RFC 9112 §5): bytes in, the values of a few fields out.

A kernel (:mod:`uri_extract.scan._kernel`). Most fields of a header are not requested; their lines are skipped by their
first letters.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.cpython.unicode import PyUnicode_DATA
    from cython.cimports.libc.string import memchr, memcpy
    from cython.cimports.uri_extract.pages._memory import PyUnicode_New, is_ascii
else:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        CAPITAL_A, CAPITAL_Z, CARRIAGE_RETURN, COLON, DIGIT_0, DIGIT_1, DIGIT_9, LINE_FEED, SEMICOLON, SMALL_A, SMALL_F,
        SPACE, TAB,
    )  # fmt: skip


from uri_extract._typing import Any

#: Bytes of a chunk's extensions (§7.1.1); more is damage.
EXTENSION: cython.Py_ssize_t = 4000
# A number larger than any length, or the sum of a length and a size.
_NO_LENGTH = cython.declare(cython.longlong, -(1 << 62))
# The most fields of a header that may be requested.
_FIELDS = cython.declare(cython.int, 8)
# Bytes of a request line that are checked.
_REQUEST_LINE = cython.declare(cython.Py_ssize_t, 1024)


def header(
    window: bytes,
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    names: tuple[bytes, ...],
    stop: bytes,
) -> tuple[int, bool, list[str]]:
    """Read the header that begins at ``begin`` and ends before ``end``.

    Return its end (after the empty line, or before a line that begins with ``stop``; -1 if it does not end), True if it
    has an empty line, and the values of the fields ``names``, which are in lower case. A value is that of the first
    field of the name that is not empty, with its lines joined (§5.2).
    """
    values: list[str] = [""] * len(names)
    at: cython.Py_ssize_t = _read(window, begin, end, names, stop, values)
    return (-2 - at if at < -1 else at), at >= 0, values


@cython.cfunc
def _read(
    window: bytes,
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    names: tuple[bytes, ...],
    stop: bytes,
    values: list[str],
) -> cython.Py_ssize_t:
    """Read a header and set ``values``; return its end, or, if it has no empty line, -2 minus its end.

    Return -1 if it does not end.
    """
    data: cython.p_const_uchar = window
    wanted: cython.p_const_uchar[8]
    sizes: cython.Py_ssize_t[8]
    initials: cython.uint = 0
    count: cython.Py_ssize_t = len(names)
    first_of_stop: cython.uchar = stop[0]
    line: cython.Py_ssize_t = begin
    feed: cython.Py_ssize_t
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    size: cython.Py_ssize_t
    name: bytes
    assert count <= _FIELDS
    if not cython.compiled:
        wanted, sizes = list(names), [0] * count
    for k in range(count):
        name = cython.cast(tuple, names)[k]
        wanted[k] = name
        sizes[k] = len(name)
        initials |= 1 << (name[0] & 31)
    while True:
        # The first line is not a field, and the line of each field is skipped here.
        feed = _line_feed(window, line, end)
        if feed < 0:
            return -1
        line = i = feed + 1
        while i < end and data[i] == CARRIAGE_RETURN:
            i += 1
        if i >= end:
            return -1
        if data[i] == LINE_FEED:
            return i + 1
        if data[line] == first_of_stop:
            if line + len(stop) > end:
                return -1
            if _begins(data, line, end, stop):
                return -2 - line
        if not initials >> (data[line] & 31) & 1:
            continue
        for k in range(count):
            size = sizes[k]
            i = line + size
            if i >= end or (data[i] != COLON and data[i] != SPACE and data[i] != TAB):
                continue
            i = 0
            while i < size and data[line + i] | 32 == wanted[k][i]:
                i += 1
            if i < size:
                continue
            i += line
            while i < end and (data[i] == SPACE or data[i] == TAB):  # only archives have them before the colon
                i += 1
            if i < end and data[i] == COLON and not values[k]:
                values[k] = _value(window, i + 1, end)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _begins(data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, first: bytes) -> cython.bint:
    """Return True if the bytes from ``begin`` on begin with ``first``."""
    octets: cython.p_const_uchar = first
    size: cython.Py_ssize_t = len(first)
    k: cython.Py_ssize_t = 0
    if size > end - begin:
        return False
    while k < size and data[begin + k] == octets[k]:
        k += 1
    return k == size


@cython.cfunc
@cython.inline
def _line_feed(window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the position of the next line feed; -1 if there is none before ``end``."""
    if cython.compiled:
        data: cython.p_const_uchar = window
        place: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + begin, 10, end - begin))
        return place - data if place != cython.NULL else -1
    else:  # noqa: RET505 - Cython's declarations are statements
        return window.find(b"\n", begin, end)


@cython.cfunc
def _value(window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
    """Return the value that begins at this position, with all of its lines."""
    data: cython.p_const_uchar = window
    feed: cython.Py_ssize_t = _line_feed(window, begin, end)
    if feed < 0:
        return ""  # the header is not whole, and will be read again
    if feed + 1 >= len(window) or (data[feed + 1] != SPACE and data[feed + 1] != TAB):
        while begin < feed and _is_blank(data[begin]):
            begin += 1
        while begin < feed and _is_blank(data[feed - 1]):
            feed -= 1
        text: str = _text(data, begin, feed)
        return text
    while feed >= 0 and window[feed + 1 : feed + 2] in (b" ", b"\t"):
        feed = _line_feed(window, feed + 1, end)
    value: bytes = window[begin : feed if feed >= 0 else end]
    return b" ".join(value.split()).decode("utf-8", "surrogateescape")


@cython.cfunc
def _text(data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
    """Return the text of a value: UTF-8, with surrogate escapes for other bytes."""
    text: str
    if cython.compiled and is_ascii(data + begin, end - begin):
        text = PyUnicode_New(end - begin, 127)
        memcpy(PyUnicode_DATA(text), data + begin, end - begin)
        return text
    text = data[begin:end].decode("utf-8", "surrogateescape")
    return text


@cython.cfunc
def _is_blank(byte: cython.uchar) -> cython.bint:
    """Return True for the bytes that ``bytes.strip`` removes."""
    return byte == SPACE or TAB <= byte <= CARRIAGE_RETURN


def begins_message(window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if an HTTP message begins here, with a status line or a request line (RFC 9112 §3, §4)."""
    data: cython.p_const_uchar = window
    i: cython.Py_ssize_t = begin
    version: cython.Py_ssize_t
    if _begins(data, begin, end, b"HTTP/"):
        return True
    if end > begin + _REQUEST_LINE:
        end = begin + _REQUEST_LINE
    while i < end and CAPITAL_A <= data[i] <= CAPITAL_Z:
        i += 1
    if not 3 <= i - begin <= 16 or i >= end or data[i] != SPACE:
        return False
    i += 1
    begin = i
    while i < end and data[i] != CARRIAGE_RETURN and data[i] != LINE_FEED:
        i += 1
    if i < end:
        end = i
    version = window.find(b" HTTP/", begin + 1, end)
    while version >= 0 and version + 6 < end:
        if DIGIT_0 <= data[version + 6] <= DIGIT_9:
            return True
        version = window.find(b" HTTP/", version + 1, end)
    return False


def whole_record(
    member: bytes,
    names: Any,
    most: cython.Py_ssize_t,
    http_names: Any,
    http_most: cython.Py_ssize_t,
) -> Any:
    """Read the header of a record that is a whole compressed member, and that of the HTTP message in it.

    Return where the record's block begins (it ends four bytes before the member), and the values of the fields
    ``names``, of which the first is the length and the second the Content-Type; then where the message's header ends
    (-1 if the block is not a message), and the values of its fields. The headers have at most ``most`` and
    ``http_most`` bytes. Return None for any other record.
    """
    size: cython.Py_ssize_t = len(member)
    end: cython.Py_ssize_t = size - 4
    begin: cython.Py_ssize_t
    body: cython.Py_ssize_t
    values: list[str] = [""] * len(names)
    fields: list[str]
    if size < 10 or not _begins(member, 0, size, b"WARC/") or (member[5] != DIGIT_1 and member[5] != DIGIT_0):
        return None
    if not _begins(member, end, size, b"\r\n\r\n"):
        return None
    begin = _read(member, 0, min(size, most), names, b"WARC/", values)
    if begin < 0 or begin + length_of(values[0]) != end:
        return None
    if not is_http(values[1]) or not begins_message(member, begin, end):
        return begin, values, -1, []
    fields = [""] * len(http_names)
    body = _read(member, begin, min(end, begin + http_most), http_names, b"<", fields)
    if body < -1:
        body = -2 - body
    elif body < 0:
        body = min(end, begin + http_most)
    return begin, values, body, fields


def octets_of(window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> bytes:
    """Return a slice of these bytes, which it must not exceed."""
    data: cython.p_const_uchar = window
    octets: bytes = data[begin:end]
    return octets


def is_http(media_type: str) -> cython.bint:
    """Return True for the Content-Type of a record whose block is an HTTP message."""
    return media_type.startswith("application/http") or media_type[:16].lower() == "application/http"


def length_of(text: str) -> cython.longlong:
    """Return the number in a length field, of at most 18 digits; a negative number for any other text."""
    length: cython.longlong = 0
    character: cython.Py_UCS4
    if not 0 < len(text) <= 18:
        return _NO_LENGTH
    for character in text:
        if not "0" <= character <= "9":
            return _NO_LENGTH
        length = length * 10 + ord(character) - DIGIT_0
    return length


def unchunked(window: bytes) -> tuple[bytes, int, bool]:
    """Read the chunks (§7.1) that are complete in ``window``, so that a body of tiny chunks costs no more than another.

    Return their content, the position at which reading continues, and True if that is after the last chunk.
    """
    data: cython.p_const_uchar = window
    end: cython.Py_ssize_t = len(window)
    at: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    first: cython.Py_ssize_t
    size: cython.longlong
    byte: cython.int
    parts: list[bytes] = []
    while True:
        i = at
        if i < end and data[i] == CARRIAGE_RETURN:
            i += 1
        if i < end and data[i] == LINE_FEED:
            i += 1
        elif i > at:
            break
        size = 0
        first = i
        while i < end and i - first < 15:
            byte = data[i] | 32
            if DIGIT_0 <= data[i] <= DIGIT_9:
                size = size * 16 + data[i] - 48
            elif SMALL_A <= byte <= SMALL_F:
                size = size * 16 + byte - 87
            else:
                break
            i += 1
        if i == first:
            break
        while i < end and (data[i] == SPACE or data[i] == TAB):
            i += 1
        if i < end and data[i] == SEMICOLON:  # an extension (§7.1.1)
            first = i
            while i < end and i - first <= EXTENSION and data[i] != LINE_FEED and data[i] != CARRIAGE_RETURN:
                i += 1
        if i < end and data[i] == CARRIAGE_RETURN:
            i += 1
        if i >= end or data[i] != LINE_FEED:
            break
        i += 1
        if size == 0:
            return b"".join(parts), i, True
        if size > end - i:
            break
        at = i + size
        parts.append(window[i:at])
    return b"".join(parts), at, False
