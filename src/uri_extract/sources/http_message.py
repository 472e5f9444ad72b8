"""HTTP messages in web archives (RFC 9112): the header is a document, and so is the decoded body."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Final
from uri_extract.decode.dates import date_of
from uri_extract.scan import variant
from uri_extract.sources.byte_stream import ByteStream, whole
from uri_extract.sources.content_encoding import dechunked, decoded
from uri_extract.sources.content_type import of_content_type
from uri_extract.sources.document import Document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.sources.budget import Budget

_headers = variant("uri_extract.sources._headers")
_header, _begins_message = _headers.header, _headers.begins_message

#: The media type of a header.
_HEADER: Final = "message/http"

#: Bytes of a header at most.
MAX_HTTP_HEADER: Final = 1 << 16
_CODINGS = 4
#: The fields of a message that are read.
FIELDS: Final = (b"content-type", b"transfer-encoding", b"content-encoding", b"date")


def message(document: Document, budget: Budget) -> Iterator[Document]:
    """Yield the header of a message, if it has one, and its body; the document's source is bytes or a ByteStream."""
    source = document.source
    assert isinstance(source, bytes | ByteStream)
    first = source if isinstance(source, bytes) else source.peek(1024)
    if not _begins_message(first, 0, len(first)):
        yield document
        return
    # Some servers omit the empty line: a line that begins with a tag is not part of the header.
    body: bytes | ByteStream
    if isinstance(source, bytes):
        size, _, values = _header(source, 0, min(len(source), MAX_HTTP_HEADER), FIELDS, b"<")
        size = size if size >= 0 else MAX_HTTP_HEADER
        head, body = source[:size], source[size:]
    else:
        size, _, values = source.header(FIELDS, b"<", MAX_HTTP_HEADER)
        head, body = source.read(size if size >= 0 else MAX_HTTP_HEADER), source
    yield from header_and_body(document, head, body, values, budget)


def header_and_body(
    document: Document, head: bytes, body: bytes | ByteStream, values: list[str], budget: Budget
) -> Iterator[Document]:
    """Yield the header of a message, whose :data:`FIELDS` have these ``values``, and its body, unless it is empty."""
    name, media_type, _, charset, base, filename, _, _, captured_at, record_id, _ = document
    declared, transfer, codings, date = values
    if captured_at is None:
        captured_at = date_of(date.encode("latin-1", "replace"))
    # Whatever charset the caller declares, a header is ASCII or UTF-8.
    yield Document(f"{name}!header", _HEADER, head, "utf-8", base, filename, None, None, captured_at, record_id)
    if declared:
        media_type, charset = of_content_type(declared)
    if transfer and "chunked" in transfer.lower():
        body = ByteStream(dechunked(name, _stream(body, len(head)), budget))
    # Only tests and attacks encode a body more than twice.
    for coding in reversed(codings.lower().split(",", _CODINGS)[:_CODINGS]) if codings else ():
        if coding.strip() not in ("", "identity", "none"):
            body = decoded(name, _stream(body, len(head)), budget, coding.strip()[:40])
    if isinstance(body, ByteStream):
        body = body.rest()
    if body if isinstance(body, bytes) else body.ready(1):
        budget.member()  # a second document of the record
        yield Document(name, media_type, body, charset, base, filename, None, None, captured_at, record_id)


def _stream(body: bytes | ByteStream, offset: int) -> ByteStream:
    return whole(body, offset) if isinstance(body, bytes) else body
