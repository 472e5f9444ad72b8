"""WARC files, 0.17 to 1.1 (ISO 28500), and so WAT and WET: a document for each record, named by its number.

What was retrieved has the record's target URI for its base. A record in a compressed member of its own ends with that
member, whatever its length says.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uri_extract.limits import MAX_HEADER
from uri_extract.sources.block import Block, block_stream, retrieval_base
from uri_extract.sources.document import Document
from uri_extract.sources.fields import Fields
from uri_extract.sources.http import message, of_content_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.sources.budget import Budget
    from uri_extract.sources.stream import Stream

_BEGINS = re.compile(rb"WARC/[0-9]")
_EMPTY_LINE = re.compile(rb"\n\r*\n")


def records(document: Document, stream: Stream, budget: Budget) -> Iterator[Document]:
    """Yield what the records hold, of HTTP messages the header and the body."""
    stream.heeds = True
    number = 0
    while _at_record(document, stream, budget):
        start = stream.offset
        head = _header(stream)
        fields = Fields(head)
        length = fields(b"content-length")
        number += 1
        if not length.isdecimal() or not length.isascii() or len(length) > 18:
            if not stream.torn:
                message_ = "no header of a record with its length" if head else "a record's header that does not end"
                budget.problem(f"{document.name or ''}!{number}", start, "damaged", message_)
            stream.skip(max(len(head), 1))
            continue
        stream.skip(len(head))
        budget.member()
        block = Block(stream, int(length), _BEGINS)
        if block.left:
            base = retrieval_base(fields(b"warc-target-uri"))
            kind = fields(b"content-type")
            is_http = kind[:16].lower() == "application/http"
            media_type, charset = (None, None) if is_http else of_content_type(kind)
            source = block_stream(stream, block)
            member = Document(f"{document.name or ''}!{number}", media_type, source, charset, base, "")
            if is_http:
                yield from message(member, budget)
            else:
                yield member
        if not block.finish() and not stream.torn:
            budget.problem(
                f"{document.name or ''}!{number}", start, "truncated", f"{block.left} bytes of the record are missing"
            )


def _header(stream: Stream) -> bytes:
    """Look at the header with the empty line that ends it; nothing where none does."""
    size = 4096
    while True:
        data = stream.peek(size)
        end = _EMPTY_LINE.search(data)
        if end is not None:
            return data[: end.end()]
        if len(data) < size or size >= MAX_HEADER:
            return b""
        size *= 4


def _at_record(document: Document, stream: Stream, budget: Budget) -> bool:
    """Go on to where a record begins; False at the end."""
    while True:
        head = stream.peek(6)
        if _BEGINS.match(head):
            return True
        if not head:
            if not stream.cross():
                return False
        elif head[:1] in b"\r\n":
            stream.skip(len(head) - len(head.lstrip(b"\r\n")))
        else:
            start = stream.offset
            while not stream.find(b"\nWARC/") and stream.cross():
                if _BEGINS.match(stream.peek(6)):
                    break
            if stream.offset > start and not stream.torn:
                budget.problem(
                    document.name, start, "damaged",
                    f"no record begins here: {stream.offset - start} bytes are passed over",
                )  # fmt: skip
