"""WARC files, 0.17 to 1.1 (ISO 28500), and so WAT and WET: a document for each record, named by its number.

The base of a retrieved document is the record's target URI. A record in a compressed member of its own ends with that
member, whatever its length field says.
"""

from __future__ import annotations

import uri_extract._re as re
from uri_extract._typing import TYPE_CHECKING
from uri_extract.limits import MAX_HEADER
from uri_extract.media.part import OFFSET
from uri_extract.scan import variant
from uri_extract.sources.block import Block, block_source, report_skipped
from uri_extract.sources.byte_stream import ByteStream, whole
from uri_extract.sources.http_message import FIELDS, MAX_HTTP_HEADER, message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.sources.budget import Budget
    from uri_extract.sources.document import Document

_headers, _records = variant("uri_extract.sources._headers"), variant("uri_extract.sources._records")
_whole_record, _length_of = _headers.whole_record, _headers.length_of
_record, _header_and_body = _records.record, _records.header_and_body

# The beginnings of nearly all records, and of any record.
_VERSIONS = (b"WARC/1", b"WARC/0")
_BEGINS = re.compile(rb"WARC/[0-9]", re.IGNORECASE)
_FIELDS = (b"content-length", b"content-type", b"warc-target-uri", b"warc-date", b"warc-record-id")


def records(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield the blocks of the records; of HTTP messages, the header and the body."""
    stream.stops_at_members = True
    part, prefix = document.part, document.member_name("")
    number, first = 0, stream.offset
    named = _by_offset(stream, first) if part is not None and part.owned is not None else None
    passed = -1  # where bytes begin that are not a record
    while True:
        start = stream.offset
        block: Block | None = None
        member = stream.whole_member() if passed < 0 else b""
        found = _whole_record(member, _FIELDS, MAX_HEADER, FIELDS, MAX_HTTP_HEADER) if member else None
        if found is None:
            head = stream.skip_past(b"\r\n", 6)
            if not head and stream.next_member():
                continue
            if head not in _VERSIONS:
                is_record, garbage = _at_record(stream)
                if passed < 0:
                    passed = garbage
                if not is_record:
                    break
            start = stream.offset
            size, is_whole, values = stream.header(_FIELDS, b"WARC/", MAX_HEADER)
            if not is_whole or _length_of(values[0]) < 0:
                passed = start if passed < 0 else passed
                stream.skip(max(size, 1))
                continue
            if passed >= 0:
                report_skipped(document, passed, start, budget)
                passed = -1
        if part is not None and part.stop is not None:
            place = _place(stream, first)
            if place >= part.stop:
                part.resume, part.numbered = place, number
                part.size = 0 if stream.place is None else start - first
                return
        name = f"{prefix}{number + 1}" if named is None else prefix + next(named)
        source: bytes | ByteStream = b""
        head = b""
        if found is None:
            stream.skip(size)
            block = Block(stream, int(values[0]), _BEGINS.match)
            if block.left:
                source = block_source(block)
        else:
            stream.skip_member()
            size, values, body, fields = found
            head = member[size : max(body, size)]
            source = head or member[size:-4]
        number += 1
        budget.member()
        if source:
            record, is_http = _record(name, source, values)
            if head:
                yield from _header_and_body(record, head, member[body:-4], fields, budget)
            elif is_http:
                yield from message(record, budget)
            else:
                yield record
        if block is not None:
            block.end(name, start, budget)
    if passed >= 0 and not stream.truncated:
        report_skipped(document, passed, stream.offset, budget)


def begins_record(data: bytes) -> bool:
    """Return True if the bytes begin with the whole header of a record."""
    if not _BEGINS.match(data):
        return False
    size, is_whole, (length, *_) = whole(data).header(_FIELDS, b"WARC/", MAX_HEADER)
    return size >= 0 and is_whole and _length_of(length) >= 0


def _place(stream: ByteStream, first: int) -> int:
    """Return the byte of the file at which a record begins; -1 if a part cannot, within a compressed member."""
    if stream.peek(5) != b"WARC/":
        return -1
    return stream.offset if stream.place is None else stream.place(stream.offset - first)


def _by_offset(stream: ByteStream, first: int) -> Iterator[str]:
    """Yield names of records, each when it begins: the offset in the file, and where a part cannot begin, a number."""
    place = number = 0
    while True:
        at = _place(stream, first)
        place, number = (at, 0) if at >= 0 else (place, number + 1)
        yield f"{OFFSET}{place}" + (f"+{number}" if number else "")


def _at_record(stream: ByteStream) -> tuple[bool, int]:
    """Skip the line ends between records, and bytes that are not a record.

    Return False at the end; and the offset of the first byte that is not of a record, or -1.
    """
    garbage = -1
    while True:
        head = stream.peek(6)
        if _BEGINS.match(head):
            return True, garbage
        if not head:
            if not stream.next_member():
                return False, garbage
        elif head[:1] in b"\r\n":
            stream.skip(len(head) - len(head.lstrip(b"\r\n")))
        else:
            garbage = stream.offset if garbage < 0 else garbage
            while not stream.find(b"\nWARC/"):
                if not stream.next_member():
                    return False, garbage
                if _BEGINS.match(stream.peek(6)):
                    break
