"""WARC files, 0.17 to 1.1 (ISO 28500), including WAT and WET: a document for each record, named by its number.

The base of a retrieved document is the record's target URI. A record that has its own compressed member ends with that
member, even if its Content-Length says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator

import uri_extract._compat._re as re
from uri_extract.limits import MAX_HEADER
from uri_extract.sources import _records
from uri_extract.sources.block import Block, block_source, report_skipped
from uri_extract.sources.byte_stream import Budget, ByteStream, whole
from uri_extract.sources.document import Document
from uri_extract.sources.http_message import message
from uri_extract.text.part import END

# The first bytes of records: the usual ones, and all that are accepted.
_VERSIONS = (b"WARC/1", b"WARC/0")
_BEGINS = re.compile(rb"WARC/[0-9]", re.IGNORECASE)


def records(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield the blocks of the records, or the header and the body of an HTTP message."""
    stream.stops_at_members = True
    part = document.part
    stop = END if part is None or part.stop is None else part.stop
    names = _records.Names(document.member_name(""), part is not None and part.owned is not None)
    first = stream.offset
    passed = -1  # where bytes begin that do not belong to a record
    while True:
        if passed < 0 and stream.members is not None:
            yield from _records.whole_records(stream, budget, names, first, stop)
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
        size, is_whole, values = stream.header(_records.RECORD_FIELDS, b"WARC/", MAX_HEADER)
        if not is_whole or _records.length_of(values[0]) < 0:
            passed = start if passed < 0 else passed
            stream.skip(size if size > 0 else 1)
            continue
        if passed >= 0:
            report_skipped(document, passed, start, budget)
            passed = -1
        place = -1 if part is None else _records.place_of(stream, first)
        if part is not None and part.ends_at(place, names.number, 0 if stream.members is None else start - first):
            return
        name = names.next(place)
        stream.skip(size)
        block = Block(stream, int(values[0]), _BEGINS.match)
        source = block_source(block) if block.left else b""
        budget.member()
        if source:
            record, is_http = _records.record(name, source, values)
            if is_http:
                yield from message(record, budget)
            else:
                yield record
        block.end(name, start, budget)
    if passed >= 0 and not stream.truncated:
        report_skipped(document, passed, stream.offset, budget)


def begins_record(data: bytes) -> bool:
    """Return True if the bytes begin with the whole header of a record."""
    if not _BEGINS.match(data):
        return False
    size, is_whole, (length, *_) = whole(data).header(_records.RECORD_FIELDS, b"WARC/", MAX_HEADER)
    return size >= 0 and is_whole and _records.length_of(length) >= 0


def _at_record(stream: ByteStream) -> tuple[bool, int]:
    """Skip the line ends between records, and bytes that do not belong to a record.

    Return False at the end, and the offset of the first byte that does not belong to a record, or -1.
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
