"""WARC files, 0.17 to 1.1 (ISO 28500), and so WAT and WET: a document for each record, named by its number.

What was retrieved has the record's target URI for its base. A record in a compressed member of its own ends with that
member, whatever its length says.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uri_extract.limits import MAX_HEADER
from uri_extract.sources.block import Block, retrieval_base
from uri_extract.sources.http import message, of_content_type
from uri_extract.sources.stream import Stream

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.sources.budget import Budget
    from uri_extract.sources.document import Document

_BEGINS = re.compile(rb"WARC/[0-9]")
_FIELD = re.compile(rb"^(content-length|content-type|warc-target-uri|warc-type)[ \t]*:[ \t]*([^\r\n]*)", re.I | re.M)


def records(document: Document, stream: Stream, budget: Budget) -> Iterator[Document]:
    """Yield what the records hold, of HTTP messages the header and the body."""
    stream.heeds = True
    number = 0
    while _at_record(document, stream, budget):
        start = stream.offset
        head = _header(stream)
        fields: dict[bytes, bytes] = {}
        for name, value in _FIELD.findall(head):
            fields.setdefault(name.lower(), value.strip())
        length = fields.get(b"content-length", b"")
        number += 1
        if not length.isdigit() or len(length) > 18:
            if not stream.torn:
                message_ = "no header of a record with its length" if head else "a record's header that does not end"
                budget.problem(f"{document.name or ''}!{number}", start, "damaged", message_)
            stream.skip(max(len(head), 1))
            continue
        stream.skip(len(head))
        budget.member()
        block = Block(stream, int(length), _BEGINS)
        if block.left:
            target = fields.get(b"warc-target-uri", b"").decode("utf-8", "surrogateescape")
            member = document.member(str(number), Stream(iter(block)))._replace(base=retrieval_base(target))
            kind = fields.get(b"content-type", b"").decode("latin-1")
            if kind[:16].lower() == "application/http":
                yield from message(member, budget)
            else:
                media_type, charset = of_content_type(kind)
                yield member._replace(media_type=media_type, charset=charset)
        if not block.finish() and not stream.torn:
            budget.problem(
                f"{document.name or ''}!{number}", start, "truncated", f"{block.left} bytes of the record are missing"
            )


def _header(stream: Stream) -> bytes:
    """Look at the header with the empty line that ends it; nothing where none does."""
    first = stream.until(b"\n", 64)
    mark = b"\r\n\r\n" if stream.peek(first + 1).endswith(b"\r\n") else b"\n\n"
    end = stream.until(mark, MAX_HEADER)
    return stream.peek(end + len(mark)) if end >= 0 else b""


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
