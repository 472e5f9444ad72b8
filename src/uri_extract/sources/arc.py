"""ARC files, versions 1 and 2: the format before WARC. A line says of what follows its URI, type and length."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uri_extract.sources.block import Block, block_stream, retrieval_base
from uri_extract.sources.http_message import message, of_content_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.sources.budget import Budget
    from uri_extract.sources.byte_stream import ByteStream
    from uri_extract.sources.document import Document

_MOST = 1 << 17
# A URI may hold blanks that nobody encoded, and so may a media type; before and behind it stand numbers. Version 2 has
# five fields more behind the media type.
_URI = re.compile(rb"[A-Za-z][A-Za-z0-9+.\-]*:")
_ADDRESS = re.compile(rb"[0-9A-Fa-f.:]{1,45}")
_DATE = re.compile(rb"[0-9]{8,18}")
_LENGTH = re.compile(rb"[0-9]{1,18}")
_FIELDS = 12


class _Line(NamedTuple):
    """What a record begins with."""

    uri: str
    media_type: str
    length: int
    size: int


def _line(data: bytes) -> _Line | None:
    """Return the line that ``data`` begins with, None where it is none of a record."""
    if not _URI.match(data):
        return None
    line, end, _ = data.partition(b"\n")
    fields = line.rstrip().rsplit(b" ", _FIELDS)
    if not end or len(fields) < 5 or not _LENGTH.fullmatch(fields[-1]):
        return None
    for at in range(len(fields) - 3, 1, -1):
        if _DATE.fullmatch(fields[at]) and _ADDRESS.fullmatch(fields[at - 1]):
            behind = b" ".join(fields[at - 1 :])
            uri = line.rstrip()[: -len(behind) - 1].decode("utf-8", "surrogateescape")
            return _Line(uri, fields[at + 1].decode("latin-1"), int(fields[-1]), len(line) + 1)
    return None


def records(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield what the records hold, of HTTP messages the header and the body."""
    stream.stops_at_members = True
    number = 0
    while line := _at_record(document, stream, budget):
        start = stream.offset
        stream.skip(line.size)
        number += 1
        budget.member()
        block = Block(stream, line.length, _line)
        if block.left:
            member = document.member(str(number), block_stream(stream, block))
            if line.uri.startswith("filedesc:"):
                yield member
            else:
                media_type, charset = of_content_type(line.media_type)
                member = member._replace(base=retrieval_base(line.uri), media_type=media_type, charset=charset)
                yield from message(member, budget)
        if not block.finish() and not stream.truncated:
            budget.problem(
                f"{document.name or ''}!{number}", start, "truncated", f"{block.left} bytes of the record are missing"
            )


def _at_record(document: Document, stream: ByteStream, budget: Budget) -> _Line | None:
    """Go on to where a record begins, and return its line; None at the end."""
    passed = -1
    while True:
        head = stream.peek(1)
        if not head:
            if not stream.next_member():
                break
            continue
        end = stream.until(b"\n", _MOST)
        line = stream.peek(end + 1 if end >= 0 else _MOST)
        found = _line(line)
        if found is not None:
            break
        if line.strip() and passed < 0:
            passed = stream.offset
        stream.skip(len(line))
    if passed >= 0 and not stream.truncated:
        at = stream.offset
        budget.problem(document.name, passed, "damaged", f"no record begins here: {at - passed} bytes are passed over")
    return found if head else None
