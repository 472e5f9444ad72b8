"""HTTP messages in web archives (RFC 9112): the header is a document, and so is the decoded body."""

from __future__ import annotations

from collections.abc import Iterator

from uri_extract.scan import variant
from uri_extract.sources.byte_stream import Budget, ByteStream
from uri_extract.sources.document import Document

_records = variant("uri_extract.sources._records")
_header, _begins_message = _records.header, _records.begins_message
_header_and_body, _FIELDS, _MOST = _records.header_and_body, _records.MESSAGE_FIELDS, _records.MAX_HTTP_HEADER


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
        size, _, values = _header(source, 0, min(len(source), _MOST), _FIELDS, b"<")
        size = size if size >= 0 else _MOST
        head, body = source[:size], source[size:]
    else:
        size, _, values = source.header(_FIELDS, b"<", _MOST)
        head, body = source.read(size if size >= 0 else _MOST), source
    yield from _header_and_body(document, head, body, values, budget)
