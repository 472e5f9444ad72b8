"""ARC files, versions 1 and 2: the format before WARC. A line says of what follows its URI, type and length."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uri_extract.sources.block import Block, block_stream, retrieval_base
from uri_extract.sources.http import message, of_content_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.sources.budget import Budget
    from uri_extract.sources.document import Document
    from uri_extract.sources.stream import Stream

# The URI may hold blanks that nobody encoded; what follows it is numbers, but for a media type and, in version 2, a
# location. A length of -1 was not known.
_LINE = re.compile(
    rb"([A-Za-z][A-Za-z0-9+.\-]*:[^\r\n]{0,65536}?) [0-9A-Fa-f.:]{1,45} [0-9]{8,18} ([^ \r\n]{1,200})"
    rb"(?: [^\r\n]{0,65536}?)? (-?[0-9a-z]{1,18})\r?\n"
)
_MOST = 1 << 17


def records(document: Document, stream: Stream, budget: Budget) -> Iterator[Document]:
    """Yield what the records hold, of HTTP messages the header and the body."""
    stream.heeds = True
    number = 0
    while line := _at_record(document, stream, budget):
        start = stream.offset
        stream.skip(line.end())
        number += 1
        budget.member()
        if not line[3].isdigit():
            budget.problem(f"{document.name or ''}!{number}", start, "damaged", "a record without its length")
            continue
        block = Block(stream, int(line[3]), _LINE)
        if block.left:
            target = line[1].decode("utf-8", "surrogateescape")
            member = document.member(str(number), block_stream(stream, block))
            if target.startswith("filedesc:"):
                yield member
            else:
                media_type, charset = of_content_type(line[2].decode("latin-1"))
                member = member._replace(base=retrieval_base(target), media_type=media_type, charset=charset)
                yield from message(member, budget)
        if not block.finish() and not stream.torn:
            budget.problem(
                f"{document.name or ''}!{number}", start, "truncated", f"{block.left} bytes of the record are missing"
            )


def _at_record(document: Document, stream: Stream, budget: Budget) -> re.Match[bytes] | None:
    """Go on to where a record begins, and return its line; None at the end."""
    passed = -1
    while True:
        head = stream.peek(1)
        if not head:
            if not stream.cross():
                break
            continue
        end = stream.until(b"\n", _MOST)
        line = stream.peek(end + 1 if end >= 0 else _MOST)
        found = _LINE.match(line)
        if found is not None:
            break
        if line.strip() and passed < 0:
            passed = stream.offset
        stream.skip(len(line))
    if passed >= 0 and not stream.torn:
        at = stream.offset
        budget.problem(document.name, passed, "damaged", f"no record begins here: {at - passed} bytes are passed over")
    return found if head else None
