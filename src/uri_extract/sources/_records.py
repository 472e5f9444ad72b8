"""Documents of the records of web archives. An archive has many small records; most records are two documents.

A kernel (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.cpython.unicode import PyUnicode_KIND
    from cython.cimports.uri_extract.pages._memory import cut_out
else:
    from uri_extract import limits
    from uri_extract._ascii import DIGIT_0, DIGIT_9
    from uri_extract.sources._documents import record_of
    from uri_extract.sources._gzip import WholeMembers
    from uri_extract.sources._headers import is_http, octets_of, whole_record
    from uri_extract.sources.budget import Budget
    from uri_extract.sources.byte_stream import ByteStream
    from uri_extract.uri._kernel import is_uri
    from uri_extract.uri._syntax import octets

import uri_extract._re as re
from uri_extract.decode.dates import date_of
from uri_extract.media.part import END, OFFSET
from uri_extract.sources.block import retrieval_base
from uri_extract.sources.byte_stream import whole
from uri_extract.sources.content_type import of_content_type
from uri_extract.sources.document import Document, Within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


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


@cython.cfunc
def _record(name: str, source: bytes | ByteStream, values: list[str], within: Within | None) -> object:
    """Return the block of a record."""
    media_type: str | None = None
    charset: str | None = None
    if not is_http(values[1]):
        media_type, charset = of_content_type(values[1])
    return record_of(
        name, media_type, source, charset, _base_of(values), "", within, _captured_at(values), _record_id(values)
    )


@cython.cfunc
def _base_of(values: list[str]) -> object:
    """Return the URI that a record was retrieved from; None if it has no valid one."""
    uri: str = values[2]
    return uri if is_uri(uri) else retrieval_base(uri)


@cython.cfunc
def _captured_at(values: list[str]) -> object:
    """Return the date of a record; None if it has no valid one."""
    date: str = values[3]
    return date if _is_plain_date(date) or _DATE.fullmatch(date) else None


@cython.cfunc
def _record_id(values: list[str]) -> object:
    """Return the identifier of a record; None if it has none."""
    text: str = values[4]
    last: cython.Py_ssize_t = len(text) - 1
    if last > 1 and text[0] == "<" and text[last] == ">" and text[1] != "<" and text[last - 1] != ">":
        return text[1:last]
    return text.strip("<>") or None


@cython.cfunc
def _is_plain_date(date: str) -> cython.bint:
    """Return True for a time in seconds and UTC, the form of nearly all times."""
    at: cython.Py_ssize_t
    form: cython.p_const_uchar = _PLAIN_DATE
    data: cython.p_const_uchar
    if len(date) != 20 or (PyUnicode_KIND(date) != 1 if cython.compiled else not date.isascii()):
        return False
    data = octets(date)
    for at in range(20):
        if data[at] != form[at] and (form[at] != DIGIT_0 or not DIGIT_0 <= data[at] <= DIGIT_9):
            return False
    return True


@cython.cclass
class Names:
    """Names records: ``prefix`` and their number or, if ``by_offset``, their place in the file.

    A part of a file may begin at such a place. Records at other places are counted from the last such place.
    """

    def __init__(self, prefix: str, by_offset: bool) -> None:
        self.prefix = prefix
        self.by_offset = by_offset
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
    size: cython.Py_ssize_t
    member: bytes
    head: bytes
    body: bytes
    values: list[str]
    fields: list[str]
    begin: cython.Py_ssize_t
    end: cython.Py_ssize_t
    made: cython.longlong = 0  # decompressed bytes that were read without the stream
    has_places: cython.bint = False  # a part may begin at each of these members
    place: cython.longlong
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
        member = read
        read = None
        found = whole_record(member, RECORD_FIELDS, limits.MAX_HEADER, MESSAGE_FIELDS, MAX_HTTP_HEADER)
        if members is not None:
            place = members.start if has_places else -1
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
        head = octets_of(member, begin, end) if end > begin else b""
        size = len(member)
        held.append(member)
        member = b""
        body = _cut_out(held, max(begin, end), size - 4)
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


@cython.cfunc
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


@cython.cfunc
def _date_of(values: list[str]) -> object:
    """Return the date of a message; None if it has none."""
    return date_of(values[3].encode("latin-1", "replace"))


@cython.cfunc
def _header(
    name: str, head: bytes, base: object, filename: object, within: object, captured_at: object, record_id: object
) -> object:
    """Return the header of a message."""
    # A header is ASCII or UTF-8, whatever charset the caller declares.
    return record_of(f"{name}!header", _HEADER, head, "utf-8", base, filename, within, captured_at, record_id)


@cython.cfunc
def _body(
    name: str, head: bytes, media_type: object, body: bytes | ByteStream, charset: object, base: object,
    filename: object, within: object, captured_at: object, record_id: object, values: list[str], budget: Budget,
) -> object:  # fmt: skip
    """Return the body of a message; None if it is empty."""
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
    """Return a body decoded from its transfer coding and its content codings."""
    from uri_extract.sources.content_encoding import dechunked, decoded

    if "chunked" in transfer.lower():
        body = ByteStream(dechunked(name, _stream(body, len(head)), budget))
    for coding in reversed(codings.lower().split(",", _CODINGS)[:_CODINGS]) if codings else ():
        if coding.strip() not in ("", "identity", "none"):
            body = decoded(name, _stream(body, len(head)), budget, coding.strip()[:40])
    return body


def _stream(body: bytes | ByteStream, offset: int) -> ByteStream:
    return whole(body, offset) if isinstance(body, bytes) else body
