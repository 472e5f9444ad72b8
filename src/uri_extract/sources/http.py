"""HTTP messages in web archives (RFC 9112): the header is a document, and the body, with its codings undone."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from uri_extract.media import UnknownMediaType, known
from uri_extract.sources.coding import dechunked, decoded
from uri_extract.sources.document import Document
from uri_extract.sources.fields import Fields
from uri_extract.sources.stream import Stream

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.sources.budget import Budget

#: The media type of a header, for a scanner that knows its fields; without one it is plain text.
HEADER = "message/http"

_MOST = 1 << 16
_CODINGS = 4
_BEGINS = re.compile(rb"HTTP/[0-9]|[A-Z]{3,16} [^\r\n]{1,65000} HTTP/[0-9]")
_EMPTY_LINE = re.compile(rb"\n\r*\n")
_CHARSET = re.compile(r";\s*charset\s*=\s*[\"']?([^\s;\"']+)", re.I)


@lru_cache(256)
def of_content_type(value: str) -> tuple[str | None, str | None]:
    """Return media type and charset of a Content-Type; None for a type that no scanner is for, and no charset."""
    charset = _CHARSET.search(value)
    return _known(value.partition(";")[0].strip().lower()), None if charset is None else charset[1]


@lru_cache(256)
def _scanned(media_type: str) -> str | None:
    try:
        return known(media_type)
    except UnknownMediaType:
        return None


def _known(media_type: str) -> str | None:
    return _scanned(media_type) if len(media_type) < 64 else None


def message(document: Document, budget: Budget) -> Iterator[Document]:
    """Yield the header of a message, if it has one, and its body."""
    stream = document.source
    assert isinstance(stream, Stream)
    head = _header(stream)
    if not head:
        yield document
        return
    name, media_type, _, charset, base, filename, _, _ = document
    yield Document(f"{name}!header", _scanned(HEADER), head, None, base, filename)
    fields = Fields(head)
    if declared := fields(b"content-type"):
        media_type, charset = of_content_type(declared)
    if "chunked" in fields(b"transfer-encoding").lower():
        stream = Stream(dechunked(name, stream, budget))
    codings = fields(b"content-encoding").lower()
    # Nobody codes a body more than twice but to see what happens.
    for coding in reversed(codings.split(",", _CODINGS)[:_CODINGS]) if codings else ():
        if coding.strip() not in ("", "identity", "none"):
            stream = decoded(name, stream, budget, coding.strip()[:40])
    if stream.ready(1):
        yield Document(name, media_type, stream, charset, base, filename)


def _header(stream: Stream) -> bytes:
    """Read a message's header; nothing where it has none."""
    if not _BEGINS.match(stream.peek(1024)):
        return b""
    size = 2048
    while True:
        data = stream.peek(size)
        found = _EMPTY_LINE.search(data)
        if found is not None or len(data) < size or size >= _MOST:
            break
        size *= 4
    end = len(data) if found is None else found.end()
    # Some servers have no empty line: a line that begins with a tag is none of the header.
    tag = data.find(b"\n<", 0, end)
    if tag >= 0:
        end = tag + 1
    return stream.read(end)
