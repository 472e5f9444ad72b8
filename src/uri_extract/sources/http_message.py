"""HTTP messages in web archives (RFC 9112): the header is a document, and so is the decoded body."""

from __future__ import annotations

import uri_extract._re as re
from uri_extract._typing import TYPE_CHECKING, Final
from uri_extract.decode.dates import date_of
from uri_extract.sources.byte_stream import ByteStream
from uri_extract.sources.content_encoding import dechunked, decoded
from uri_extract.sources.content_type import of_content_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.sources.budget import Budget
    from uri_extract.sources.document import Document

#: The media type of a header.
_HEADER: Final = "message/http"

_MOST = 1 << 16
_CODINGS = 4
_BEGINS = re.compile(rb"[A-Z]{3,16} [^\r\n]{1,65000} HTTP/[0-9]")
_FIELDS = (b"content-type", b"transfer-encoding", b"content-encoding", b"date")


def message(document: Document, budget: Budget) -> Iterator[Document]:
    """Yield the header of a message, if it has one, and its body."""
    stream = document.source
    assert isinstance(stream, ByteStream)
    if stream.peek(5) != b"HTTP/" and not _BEGINS.match(stream.peek(1024)):
        yield document
        return
    # Some servers omit the empty line: a line that begins with a tag is not part of the header.
    size, _, (declared, transfer, codings, date) = stream.header(_FIELDS, b"<", _MOST)
    head = stream.read(size if size >= 0 else _MOST)
    name, media_type, charset = document.name, document.media_type, document.charset
    if document.captured_at is None:
        document = document._replace(captured_at=date_of(date.encode("latin-1", "replace")))
    # Whatever charset the caller declares, a header is ASCII or UTF-8.
    yield document._replace(name=f"{name}!header", media_type=_HEADER, source=head, charset="utf-8")
    if declared:
        media_type, charset = of_content_type(declared)
    if "chunked" in transfer.lower():
        stream = ByteStream(dechunked(name, stream, budget))
    # Only tests and attacks encode a body more than twice.
    for coding in reversed(codings.lower().split(",", _CODINGS)[:_CODINGS]) if codings else ():
        if coding.strip() not in ("", "identity", "none"):
            stream = decoded(name, stream, budget, coding.strip()[:40])
    body = stream.rest()
    if body if isinstance(body, bytes) else body.ready(1):
        budget.member()  # a second document of the record
        yield document._replace(media_type=media_type, source=body, charset=charset)
