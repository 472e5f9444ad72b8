"""Documents of the records of web archives: their headers, and the two documents that most records are."""

from __future__ import annotations

from collections.abc import Iterator

import cython

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any
from uri_extract.sources.block import retrieval_base
from uri_extract.sources.byte_stream import whole
from uri_extract.sources.content_type import of_content_type
from uri_extract.sources.document import Document, Within
from uri_extract.text.part import END, OFFSET

if cython.compiled:
    from cython.cimports.cpython.unicode import PyUnicode_DATA, PyUnicode_KIND
    from cython.cimports.libc.string import memcpy
    from cython.cimports.uri_extract.rows._memory import PyUnicode_New, cut_out, is_ascii
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._compat._ascii import (
        CAPITAL_A, CAPITAL_Z, CARRIAGE_RETURN, COLON, DIGIT_0, DIGIT_1, DIGIT_9, LINE_FEED, SPACE, TAB,
    )  # fmt: skip
    from uri_extract.decode._header_values import date_of
    from uri_extract.rows._bytes import next_byte
    from uri_extract.sources._documents import record_of
    from uri_extract.sources._streams import Budget, ByteStream, WholeMembers
    from uri_extract.uri._kernel import is_uri, octets


# -- Headers of WARC records and of HTTP messages (RFC 9112 §5): bytes in, the values of a few fields out --------------
#
# Most fields of a header are not requested; their lines are skipped by their first letters.

# A number larger than any length, or the sum of a length and a size.
_NO_LENGTH = cython.declare(cython.longlong, -(1 << 62))
# The most fields of a header that may be requested.
_FIELDS = cython.declare(cython.int, 8)
# Bytes of a request line that are checked.
_REQUEST_LINE = cython.declare(cython.Py_ssize_t, 1024)


def header(
    window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, names: tuple[bytes, ...], stop: bytes
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
    window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, names: tuple[bytes, ...], stop: bytes,
    values: list[str],
) -> cython.Py_ssize_t:  # fmt: skip
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
    i: cython.Py_ssize_t
    assert count <= _FIELDS
    if not cython.compiled:
        wanted, sizes = list(names), [0] * count
    for k in range(count):
        name: bytes = cython.cast(tuple, names)[k]
        wanted[k] = name
        sizes[k] = len(name)
        initials |= 1 << (name[0] & 31)
    while True:
        # The first line is not a field, and the line of each field is skipped here.
        feed: cython.Py_ssize_t = next_byte(window, LINE_FEED, line, end)
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
            size: cython.Py_ssize_t = sizes[k]
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


def _begins(data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, first: bytes) -> cython.bint:
    octets: cython.p_const_uchar = first
    size: cython.Py_ssize_t = len(first)
    k: cython.Py_ssize_t = 0
    if size > end - begin:
        return False
    while k < size and data[begin + k] == octets[k]:
        k += 1
    return k == size


def _value(window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
    """Return the value that begins at this position, with all of its lines."""
    data: cython.p_const_uchar = window
    feed: cython.Py_ssize_t = next_byte(window, LINE_FEED, begin, end)
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
        feed = next_byte(window, LINE_FEED, feed + 1, end)
    value: bytes = window[begin : feed if feed >= 0 else end]
    return b" ".join(value.split()).decode("utf-8", "surrogateescape")


def _text(data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
    """Return the text of a value: UTF-8, with surrogate escapes for other bytes."""
    text: str
    if cython.compiled and is_ascii(data + begin, end - begin):
        text = PyUnicode_New(end - begin, 127)
        memcpy(PyUnicode_DATA(text), data + begin, end - begin)
        return text
    text = data[begin:end].decode("utf-8", "surrogateescape")
    return text


def _is_blank(byte: cython.uchar) -> cython.bint:
    """Return True for the bytes that ``bytes.strip`` removes."""
    return byte == SPACE or TAB <= byte <= CARRIAGE_RETURN


def begins_message(window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if an HTTP message begins here, with a status line or a request line (RFC 9112 §3, §4)."""
    data: cython.p_const_uchar = window
    i: cython.Py_ssize_t = begin
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
    version: cython.Py_ssize_t = window.find(b" HTTP/", begin + 1, end)
    while version >= 0 and version + 6 < end:
        if DIGIT_0 <= data[version + 6] <= DIGIT_9:
            return True
        version = window.find(b" HTTP/", version + 1, end)
    return False


def whole_record(
    member: bytes, names: Any, most: cython.Py_ssize_t, http_names: Any, http_most: cython.Py_ssize_t
) -> Any:
    """Read the header of a record that is a whole compressed member, and that of the HTTP message in it.

    Return where the record's block begins (it ends four bytes before the member), and the values of the fields
    ``names``, of which the first is the length and the second the Content-Type; then where the message's header ends
    (-1 if the block is not a message), and the values of its fields. The headers have at most ``most`` and
    ``http_most`` bytes. Return None for any other record.
    """
    size: cython.Py_ssize_t = len(member)
    end: cython.Py_ssize_t = size - 4
    values: list[str] = [""] * len(names)
    if size < 10 or not _begins(member, 0, size, b"WARC/") or (member[5] != DIGIT_1 and member[5] != DIGIT_0):
        return None
    if not _begins(member, end, size, b"\r\n\r\n"):
        return None
    begin: cython.Py_ssize_t = _read(member, 0, min(size, most), names, b"WARC/", values)
    if begin < 0 or begin + length_of(values[0]) != end:
        return None
    if not is_http(values[1]) or not begins_message(member, begin, end):
        return begin, values, -1, []
    fields: list[str] = [""] * len(http_names)
    body: cython.Py_ssize_t = _read(member, begin, min(end, begin + http_most), http_names, b"<", fields)
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


# -- Documents of the records of web archives. An archive has many small records; most records are two documents -------

#: The fields that are read, of a record and of an HTTP message.
RECORD_FIELDS: tuple[bytes, ...] = (
    b"content-length", b"content-type", b"warc-target-uri", b"warc-date", b"warc-record-id"
)  # fmt: skip
MESSAGE_FIELDS: tuple[bytes, ...] = (b"content-type", b"transfer-encoding", b"content-encoding", b"date")
#: The most bytes in the header of an HTTP message.
MAX_HTTP_HEADER: cython.Py_ssize_t = 1 << 16
# The media type of the header of an HTTP message.
_HEADER = "message/http"
# The most content codings of a body that are decoded. Only tests and attacks encode a body more than twice.
_CODINGS = 4
_PLAIN_DATE = cython.declare(bytes, b"0000-00-00T00:00:00Z")  # with any digits
# ISO 28500 §5.4: a W3CDTF, which is a profile of RFC 3339.
_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)")


def record(name: str, source: bytes | ByteStream, values: list[str]) -> tuple[Document, bool]:
    """Return the block of a record, as a document with that name, and True if it is an HTTP message.

    ``values`` are the values of its :data:`RECORD_FIELDS`.
    """
    return _record(name, source, values, None), is_http(values[1])


def _record(name: str, source: bytes | ByteStream, values: list[str], within: Within | None) -> Any:
    media_type: str | None = None
    charset: str | None = None
    if not is_http(values[1]):
        media_type, charset = of_content_type(values[1])
    return record_of(
        name, media_type, source, charset, _base_of(values), "", within, _captured_at(values), _record_id(values)
    )


def _base_of(values: list[str]) -> Any:
    """Return the URI that a record was retrieved from; None if it has no valid one."""
    uri: str = values[2]
    return uri if is_uri(uri) else retrieval_base(uri)


def _captured_at(values: list[str]) -> Any:
    """Return the date of a record; None if it has no valid one."""
    date: str = values[3]
    return date if _is_plain_date(date) or _DATE.fullmatch(date) else None


def _record_id(values: list[str]) -> Any:
    text: str = values[4]
    last: cython.Py_ssize_t = len(text) - 1
    if last > 1 and text[0] == "<" and text[last] == ">" and text[1] != "<" and text[last - 1] != ">":
        return text[1:last]
    return text.strip("<>") or None


def _is_plain_date(date: str) -> cython.bint:
    """Return True for a time in seconds and UTC, the form of nearly all times."""
    form: cython.p_const_uchar = _PLAIN_DATE
    if len(date) != 20 or (PyUnicode_KIND(date) != 1 if cython.compiled else not date.isascii()):
        return False
    data: cython.p_const_uchar = octets(date)
    for at in range(20):
        if data[at] != form[at] and (form[at] != DIGIT_0 or not DIGIT_0 <= data[at] <= DIGIT_9):
            return False
    return True


class Names:
    """Names records: ``prefix`` and their number or, if ``by_offset``, their place in the file.

    A part of a file may begin at such a place. Records at other places are counted from the last such place.
    """

    def __init__(self, prefix: str, by_offset: bool) -> None:
        self.prefix = prefix
        self.by_offset: cython.bint = by_offset
        self.number = self.place = self.beside = 0

    def next(self, place: cython.longlong) -> str:
        """Return the name of the next record, which begins at ``place`` (-1 if a part cannot begin there)."""
        self.number += 1
        if not self.by_offset:
            return f"{self.prefix}{self.number}"
        if place < 0:
            self.beside += 1
            return f"{self.prefix}{OFFSET}{self.place}+{self.beside}"
        self.place = place
        self.beside = 0
        return f"{self.prefix}{OFFSET}{place}"


def place_of(stream: ByteStream, first: cython.longlong) -> cython.longlong:
    """Return the byte of the file at which the next record begins; ``stream`` began at byte ``first``.

    Return -1 if that is within a compressed member, where a part cannot begin.
    """
    if stream.peek(5) != b"WARC/":
        return -1
    offset: cython.longlong = stream.offset
    return offset if stream.members is None else stream.members.place(offset - first)


def whole_records(
    stream: ByteStream, budget: Budget, names: Names, first: cython.longlong, stop: cython.longlong
) -> Iterator[Document]:
    """Yield the documents of consecutive records that are compressed members of their own.

    The records begin before byte ``stop`` of the file; ``stream`` began at byte ``first``.
    """
    members: WholeMembers | None = None
    held: list[bytes] = []
    values: list[str]
    fields: list[str]
    begin: cython.Py_ssize_t
    end: cython.Py_ssize_t
    made: cython.longlong = 0  # decompressed bytes that were read without the stream
    has_places: cython.bint = False  # a part may begin at each of these members
    while True:
        if members is None:
            members = stream.whole_members()
            has_places = members is not None and members.before + members.made == stream.offset - first
        read: bytes | None = members.read() if members is not None else None
        if read is None:
            members = None
            stream.passed(made)
            made = 0
            read = stream.whole_member()
            if not read:
                return
        member: bytes = read
        read = None
        found = whole_record(member, RECORD_FIELDS, limits.MAX_HEADER, MESSAGE_FIELDS, MAX_HTTP_HEADER)
        if members is not None:
            place: cython.longlong = members.start if has_places else -1
        else:
            place = place_of(stream, first) if stop != END or names.by_offset else -1
        if member and (found is None or place >= stop):
            if members is not None:
                stream.passed(made, member)
            return
        if members is not None:
            made += len(member)
        else:
            stream.skip_member()
        if found is None:
            continue
        begin, values, end, fields = cython.cast(tuple, found)
        name: str = names.next(place)
        budget.member()
        head: bytes = octets_of(member, begin, end) if end > begin else b""
        size: cython.Py_ssize_t = len(member)
        held.append(member)
        member = b""
        body: bytes = _cut_out(held, max(begin, end), size - 4)
        if head:
            base = _base_of(values)
            captured_at = _captured_at(values) or _date_of(fields)
            record_id = _record_id(values)
            yield _header(name, head, base, "", budget.within, captured_at, record_id)
            document = _body(
                name, head, None, body, None, base, "", budget.within, captured_at, record_id, fields, budget
            )  # fmt: skip
            if document is not None:
                yield document
        elif body:
            yield _record(name, body, values, budget.within)


def _cut_out(held: list[bytes], begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> bytes:
    """Remove the last object from ``held``, and return a slice of its bytes, which the slice must not exceed."""
    part: bytes = cut_out(held, begin, end) if cython.compiled else held.pop()[begin:end]
    return part


def header_and_body(
    document: Document, head: bytes, body: bytes | ByteStream, values: list[str], budget: Budget
) -> Iterator[Document]:
    """Yield the header of an HTTP message, and its body unless that is empty.

    ``values`` are the values of its :data:`MESSAGE_FIELDS`.
    """
    name, media_type, _, charset, base, filename, within, _, captured_at, record_id, _ = document
    captured_at = captured_at or _date_of(values)
    yield _header(name, head, base, filename, within, captured_at, record_id)
    found = _body(
        name, head, media_type, body, charset, base, filename, within, captured_at, record_id, values, budget
    )  # fmt: skip
    if found is not None:
        yield found


def _date_of(values: list[str]) -> Any:
    return date_of(values[3].encode("latin-1", "replace"))


def _header(
    name: str | None, head: bytes, base: object, filename: object, within: object, captured_at: object,
    record_id: object,
) -> Any:  # fmt: skip
    # A header is ASCII or UTF-8, whatever charset the caller declares.
    return record_of(f"{name}!header", _HEADER, head, "utf-8", base, filename, within, captured_at, record_id)


def _body(
    name: str | None, head: bytes, media_type: object, body: bytes | ByteStream, charset: object, base: object,
    filename: object, within: object, captured_at: object, record_id: object, values: list[str], budget: Budget,
) -> Any:  # fmt: skip
    if values[0]:
        media_type, charset = of_content_type(values[0])
    if values[1] or values[2]:
        body = _decoded(name, head, body, values[1], values[2], budget)
    if isinstance(body, ByteStream):
        body = body.rest()
    if not (body if isinstance(body, bytes) else body.ready(1)):
        return None
    budget.member()  # a second document of the record
    return record_of(name, media_type, body, charset, base, filename, within, captured_at, record_id)


def _decoded(
    name: str | None, head: bytes, body: bytes | ByteStream, transfer: str, codings: str, budget: Budget
) -> bytes | ByteStream:
    from uri_extract.sources.content_encoding import dechunked, decoded

    if "chunked" in transfer.lower():
        body = ByteStream(dechunked(name, _stream(body, len(head)), budget))
    for coding in reversed(codings.lower().split(",", _CODINGS)[:_CODINGS]) if codings else ():
        if coding.strip() not in ("", "identity", "none"):
            body = decoded(name, _stream(body, len(head)), budget, coding.strip()[:40])
    return body


def _stream(body: bytes | ByteStream, offset: int) -> ByteStream:
    return whole(body, offset) if isinstance(body, bytes) else body
