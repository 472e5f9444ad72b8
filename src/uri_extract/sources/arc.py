"""ARC files, versions 1 and 2, the predecessor of WARC.

A record is a line with URI, address, date, media type and length, followed by a block of that length.
"""

from __future__ import annotations

from collections.abc import Iterator

import uri_extract._compat._re as re
from uri_extract._compat._typing import NamedTuple
from uri_extract.limits import MAX_ARC_LINE
from uri_extract.sources._records import Names
from uri_extract.sources.block import Block, block_source, report_skipped, retrieval_base
from uri_extract.sources.byte_stream import Budget, ByteStream
from uri_extract.sources.content_type import of_content_type
from uri_extract.sources.document import Document
from uri_extract.sources.http_message import message

# The URI and the media type may contain unencoded blanks, so the address and the date between them are searched for.
# In version 2, five more fields follow the media type.
_URI = re.compile(rb"[A-Za-z][A-Za-z0-9+.\-]*:")
_ADDRESS = re.compile(rb"[0-9A-Fa-f.:]{1,45}")
_FIELDS = 12
_LONGEST_NUMBER = 18


class _Line(NamedTuple):
    """The first line of a record: ``length`` is the length of the block, ``size`` that of the line.

    The other fields are decoded if the record has a block: a hostile file has many records without one.
    """

    uri: bytes
    date: bytes
    media_type: bytes
    length: int
    size: int


def _line(data: bytes) -> _Line | None:
    """Return the first line of the record at the beginning of ``data``, or None."""
    if not _URI.match(data):
        return None
    line, end, _ = data.partition(b"\n")
    size = len(line) + 1
    line = line.rstrip()
    fields = line.rsplit(b" ", _FIELDS)
    length = fields[-1]
    if not end or len(fields) < 5 or not length.isdigit() or len(length) > _LONGEST_NUMBER:
        return None
    for at in range(len(fields) - 3, 1, -1):
        date = fields[at]
        if date.isdigit() and 8 <= len(date) <= _LONGEST_NUMBER and _ADDRESS.fullmatch(fields[at - 1]):
            return _Line(b" ".join(fields[: at - 1]), date, fields[at + 1], int(length), size)
    return None


def _captured_at(date: str) -> str | None:
    """Return a date of 14 digits in the format of RFC 3339; None for a date of another length."""
    if len(date) != 14:
        return None
    return f"{date[:4]}-{date[4:6]}-{date[6:8]}T{date[8:10]}:{date[10:12]}:{date[12:]}Z"


def records(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield the blocks of the records, or the header and the body of an HTTP message."""
    stream.stops_at_members = True
    part, first, members = document.part, stream.offset, stream.members
    names = Names("", part is not None and part.owned is not None)
    while line := _at_record(document, stream, budget):
        start = stream.offset
        place = start if members is None else members.place(start - first)
        if part is not None and part.ends_at(place, names.number, 0 if members is None else start - first):
            return
        stream.skip(line.size)
        name = names.next(place)
        budget.member()
        if not line.length:
            continue
        block = Block(stream, line.length, _line)
        member = document.member(name, block_source(block))
        if line.uri.startswith(b"filedesc:"):
            yield member
        else:
            media_type, charset = of_content_type(line.media_type.decode("latin-1"))
            base, date = retrieval_base(line.uri.decode("utf-8", "surrogateescape")), _captured_at(line.date.decode())
            member = member._replace(base=base, media_type=media_type, charset=charset, captured_at=date)
            yield from message(member, budget)
        block.end(document.member_name(name), start, budget)


def begins_record(data: bytes) -> bool:
    """Return True if the bytes begin with the first line of a record."""
    return _line(data) is not None


def _at_record(document: Document, stream: ByteStream, budget: Budget) -> _Line | None:
    """Skip to the next record, and return its first line; None at the end."""
    passed = -1
    while True:
        head = stream.peek(1)
        if not head:
            if not stream.next_member():
                break
            continue
        if head == b"\n":  # it ends the previous record
            stream.skip(1)
            continue
        end = stream.until(b"\n", MAX_ARC_LINE)
        line = stream.peek(end + 1 if end >= 0 else MAX_ARC_LINE)
        found = _line(line)
        if found is not None:
            break
        if line.strip() and passed < 0:
            passed = stream.offset
        stream.skip(len(line))
    if passed >= 0 and not stream.truncated:
        report_skipped(document, passed, stream.offset, budget)
    return found if head else None
