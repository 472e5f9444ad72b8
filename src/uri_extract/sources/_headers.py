"""Headers of WARC records and of HTTP messages (RFC 9112 §5): bytes in, the values of a few fields out.

One source, two speeds, as the scanner's kernel has it (:mod:`uri_extract.scan._kernel`). Most of a header is not asked
for: a line is passed over by its first letters.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        CAPITAL_A, CAPITAL_Z, CARRIAGE_RETURN, COLON, DIGIT_0, DIGIT_9, LINE_FEED, SEMICOLON, SMALL_A, SMALL_F,
        SPACE, TAB,
    )  # fmt: skip

if cython.compiled:
    from cython.cimports.libc.string import memchr

#: Bytes of a chunk's extensions (§7.1.1); more is damage.
EXTENSION: cython.Py_ssize_t = 4000
# Bytes of a request line that are looked at.
_REQUEST_LINE = cython.declare(cython.Py_ssize_t, 1024)


def header(
    window: bytes,
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    names: tuple[bytes, ...],
    stop: bytes,
) -> tuple[int, bool, list[str]]:
    """Read the header that begins at ``begin`` and ends before ``end``.

    Return where it ends, after the empty line, or before a line that begins with ``stop``; -1 where it does not. Then
    whether it has its empty line, and the values of the fields of those ``names``, which are in lower case: each the
    first of its name that is not empty, its lines made one (§5.2).
    """
    data: cython.p_const_uchar = window
    wanted: cython.p_const_uchar
    values: list[str] = [""] * len(names)
    initials: cython.uint = 0
    stop_at: cython.Py_ssize_t = len(stop)
    line: cython.Py_ssize_t = begin
    feed: cython.Py_ssize_t
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    size: cython.Py_ssize_t
    name: bytes
    for name in names:
        initials |= 1 << (name[0] & 31)
    while True:
        # The first line is no field, and each field's line is passed over here.
        if cython.compiled:
            place: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + line, 10, end - line))
            feed = place - data if place != cython.NULL else -1
        else:
            feed = window.find(b"\n", line, end)
        if feed < 0:
            return -1, False, values
        line = i = feed + 1
        while i < end and data[i] == CARRIAGE_RETURN:
            i += 1
        if i >= end:
            return -1, False, values
        if data[i] == LINE_FEED:
            return i + 1, True, values
        if data[line] == stop[0]:
            if line + stop_at > end:
                return -1, False, values
            if window[line : line + stop_at] == stop:
                return line, False, values
        if not initials >> (data[line] & 31) & 1:
            continue
        for k in range(len(names)):
            name = names[k]
            wanted = name
            size = len(name)
            if data[line] | 32 != wanted[0] or line + size >= end:
                continue
            i = 1
            while i < size and (data[line + i] == wanted[i] or data[line + i] | 32 == wanted[i]):
                i += 1
            if i < size:
                continue
            i += line
            while i < end and (data[i] == SPACE or data[i] == TAB):  # only archives have them before the colon
                i += 1
            if i < end and data[i] == COLON and not values[k]:
                values[k] = _value(window, i + 1, end)


@cython.cfunc
def _value(window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
    """Return the value that begins there, with all of its lines."""
    data: cython.p_const_uchar = window
    feed: cython.Py_ssize_t = window.find(b"\n", begin, end)
    if feed < 0:
        return ""  # the header is not whole, and will be read again
    if feed + 1 >= len(window) or (data[feed + 1] != SPACE and data[feed + 1] != TAB):
        while begin < feed and _is_blank(data[begin]):
            begin += 1
        while begin < feed and _is_blank(data[feed - 1]):
            feed -= 1
        return window[begin:feed].decode("utf-8", "surrogateescape")
    while feed >= 0 and window[feed + 1 : feed + 2] in (b" ", b"\t"):
        feed = window.find(b"\n", feed + 1, end)
    value: bytes = window[begin : feed if feed >= 0 else end]
    return b" ".join(value.split()).decode("utf-8", "surrogateescape")


@cython.cfunc
def _is_blank(byte: cython.uchar) -> cython.bint:
    """Return True for what ``bytes.strip`` removes."""
    return byte == SPACE or TAB <= byte <= CARRIAGE_RETURN


def begins_message(window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if an HTTP message begins there (RFC 9112 §3, §4): a status line, or a request line."""
    data: cython.p_const_uchar = window
    i: cython.Py_ssize_t = begin
    version: cython.Py_ssize_t
    if window.startswith(b"HTTP/", begin, end):
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
    names: tuple[bytes, ...],
    most: cython.Py_ssize_t,
    http_names: tuple[bytes, ...],
    http_most: cython.Py_ssize_t,
) -> tuple[int, list[str], int, list[str]] | None:
    """Read a record that is a compressed member, as nearly all are, and of an HTTP message the header.

    Return where the record's block begins, which ends four bytes before the member does, and the values of the fields
    of those ``names``, the length first and the Content-Type second; then where the message's header ends, -1 if the
    block is not one, and the values of its fields. The headers have at most ``most`` and ``http_most`` bytes. None for
    any other record.
    """
    size: cython.Py_ssize_t = len(member)
    end: cython.Py_ssize_t = size - 4
    begin: cython.Py_ssize_t
    body: cython.Py_ssize_t
    is_whole: cython.bint
    values: list[str]
    if not member.startswith((b"WARC/1", b"WARC/0")) or not member.endswith(b"\r\n\r\n"):
        return None
    found: tuple[int, bool, list[str]] = header(member, 0, min(size, most), names, b"WARC/")
    begin, is_whole, values = found
    if not is_whole or not is_length(values[0]) or begin + int(values[0]) != end:
        return None
    if values[1][:16].lower() != "application/http" or not begins_message(member, begin, end):
        return begin, values, -1, []
    found = header(member, begin, min(end, begin + http_most), http_names, b"<")
    body = found[0]
    if body < 0:
        body = min(end, begin + http_most)
    return begin, values, body, found[2]


def is_length(text: str) -> cython.bint:
    """Return True for a number of at most 18 digits."""
    return 0 < len(text) <= 18 and text.isdecimal() and text.isascii()


def unchunked(window: bytes) -> tuple[bytes, int, bool]:
    """Read the chunks (§7.1) that are whole in ``window``; a body of tiny ones is to cost no more than another.

    Return what is in them, where reading goes on, and whether that is after the last chunk.
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
