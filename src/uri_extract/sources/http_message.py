"""HTTP messages in web archives (RFC 9112): the header is a document, and so is the decoded body."""

from __future__ import annotations

from collections.abc import Iterator

from uri_extract.sources._records import MAX_HTTP_HEADER, MESSAGE_FIELDS, begins_message, header, header_and_body
from uri_extract.sources.byte_stream import Budget, ByteStream
from uri_extract.sources.document import Document


def message(document: Document, budget: Budget) -> Iterator[Document]:
    """Yield the header of a message, if it has one, and its body; the document's source is bytes or a ByteStream."""
    source = document.source
    assert isinstance(source, bytes | ByteStream)
    first = source if isinstance(source, bytes) else source.peek(1024)
    if not begins_message(first, 0, len(first)):
        yield document
        return
    # Some servers omit the empty line: a line that begins with a tag is not part of the header.
    body: bytes | ByteStream
    if isinstance(source, bytes):
        size, _, values = header(source, 0, min(len(source), MAX_HTTP_HEADER), MESSAGE_FIELDS, b"<")
        size = size if size >= 0 else MAX_HTTP_HEADER
        head, body = source[:size], source[size:]
    else:
        size, _, values = source.header(MESSAGE_FIELDS, b"<", MAX_HTTP_HEADER)
        head, body = source.read(size if size >= 0 else MAX_HTTP_HEADER), source
    yield from header_and_body(document, head, body, values, budget)
