"""HTTP messages in web archives (RFC 9112): the header is a document, and the body, with its codings undone."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from uri_extract.errors import UnknownMediaType
from uri_extract.media import known
from uri_extract.media.options import split_media_type
from uri_extract.sources.coding import dechunked, decoded
from uri_extract.sources.document import Document
from uri_extract.sources.stream import Stream

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.sources.budget import Budget

#: The media type of a header, for a scanner that knows its fields; without one it is plain text.
HEADER = "message/http"

_MOST = 1 << 16
_CODINGS = 4
_BEGINS = re.compile(rb"[A-Z]{3,16} [^\r\n]{1,65000} HTTP/[0-9]")
_FIELDS = (b"content-type", b"transfer-encoding", b"content-encoding")


@lru_cache(256)
def of_content_type(value: str) -> tuple[str | None, str | None]:
    """Return media type and charset of a Content-Type; None for a type that no scanner is for, and no charset."""
    media_type, charset = split_media_type(value)
    name = media_type.partition(";")[0].strip().lower()
    kind = _known("multipart/mixed" if name.startswith("multipart/") else name)
    return (media_type if kind == "multipart/mixed" else kind), charset


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
    if stream.peek(5) != b"HTTP/" and not _BEGINS.match(stream.peek(1024)):
        yield document
        return
    # Some servers have no empty line: a line that begins with a tag is none of the header.
    size, _, (declared, transfer, codings) = stream.header(_FIELDS, b"<", _MOST)
    head = stream.read(size if size >= 0 else _MOST)
    name, media_type, _, charset, base, filename, _, _ = document
    # Whatever the caller says of charsets: a header is ASCII, or UTF-8.
    yield Document(f"{name}!header", _scanned(HEADER), head, "utf-8", base, filename)
    if declared:
        media_type, charset = of_content_type(declared)
    if "chunked" in transfer.lower():
        stream = Stream(dechunked(name, stream, budget))
    # Nobody codes a body more than twice but to see what happens.
    for coding in reversed(codings.lower().split(",", _CODINGS)[:_CODINGS]) if codings else ():
        if coding.strip() not in ("", "identity", "none"):
            stream = decoded(name, stream, budget, coding.strip()[:40])
    body = stream.rest()
    if body if isinstance(body, bytes) else body.ready(1):
        budget.member()  # a second document of the record
        yield Document(name, media_type, body, charset, base, filename)
