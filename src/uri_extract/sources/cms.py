"""S/MIME messages that are signed but not encrypted (RFC 8551 §3.5.2): the content of a CMS structure.

``ContentInfo`` contains ``SignedData``, whose ``encapContentInfo`` contains the content as an OCTET STRING (RFC 5652
§3, §5.1, §5.2). In BER the string may be in pieces, and lengths may be indefinite (X.690 §8.1.3.6, §8.7.3), so the
structure is read as a stream.
"""

from __future__ import annotations

from collections.abc import Iterator

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final
from uri_extract.limits import CHUNK, MAX_NESTING
from uri_extract.sources.breaks import StreamBreak
from uri_extract.sources.byte_stream import Budget, ByteStream
from uri_extract.sources.document import Document

_INTEGER, _OCTETS, _OID, _SEQUENCE, _SET, _PIECES, _EXPLICIT = 0x02, 0x04, 0x06, 0x30, 0x31, 0x24, 0xA0
# A signed message begins with its fields (RFC 8551 §3.1); other signed documents do not.
_MIME: Final = re.compile(rb"\s*(?:content-[a-z-]+|mime-version|from|to|subject|received)[ \t]*:", re.IGNORECASE)
_LOOK: Final = 64
_END: Final = 0  # of an indefinite length: an element without tag and content
_INDEFINITE: Final = -1


class _Damaged(Exception):  # noqa: N818 - it never leaves this module
    """The structure is invalid."""


def members(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield the signed document; nothing for a detached signature (RFC 5652 §5.2).

    URIs in the certificates are not read: they belong to the certificate authority, not to the document.
    """
    try:
        for tag in (_SEQUENCE, _OID, _EXPLICIT, _SEQUENCE, _INTEGER, _SET):
            size = _expect(stream, tag)
            if tag in (_OID, _INTEGER, _SET):
                _skip(stream, size)
        size = _expect(stream, _SEQUENCE)
        end = None if size == _INDEFINITE else stream.offset + size
        _skip(stream, _expect(stream, _OID))
        if stream.offset == end or (end is None and stream.peek(2) == bytes(2)):
            return
        _expect(stream, _EXPLICIT)
        tag, size = _element(stream)
        if tag not in (_OCTETS, _PIECES):
            raise _Damaged(f"its content has tag {tag:#x}")
    except _Damaged as error:
        budget.problem(document.name, stream.offset, "damaged", f"invalid S/MIME message: {error}")
        return
    budget.member()
    content = ByteStream(_content(document, stream, budget, tag, size))
    filename = document.hint.lower().removesuffix(".p7m") if document.hint.lower().endswith(".p7m") else ""
    media_type = "message/rfc822" if _MIME.match(content.peek(_LOOK)) else None
    yield document.member("content", content)._replace(media_type=media_type, filename=filename)


def _content(
    document: Document, stream: ByteStream, budget: Budget, tag: int, size: int
) -> Iterator[bytes | StreamBreak]:
    """Yield the bytes of an OCTET STRING, whose pieces may be in pieces too."""
    ends: list[int | None] = []  # of the strings in pieces that are open; None: of indefinite length
    try:
        while True:
            if tag == _PIECES:
                if len(ends) == MAX_NESTING:
                    raise _Damaged(f"its content is nested more than {MAX_NESTING} deep")
                ends.append(None if size == _INDEFINITE else stream.offset + size)
            elif tag == _OCTETS:
                yield from _octets(stream, size)
            elif tag == _END and size == 0 and ends[-1] is None:
                ends.pop()
            else:
                raise _Damaged(f"a piece of its content has tag {tag:#x}")
            while ends and (end := ends[-1]) is not None and end <= stream.offset:
                ends.pop()
            if not ends:
                return
            tag, size = _element(stream)
    except _Damaged as error:
        budget.problem(document.name, stream.offset, "damaged", f"invalid S/MIME message: {error}")
        yield StreamBreak.TRUNCATED


def _octets(stream: ByteStream, size: int) -> Iterator[bytes]:
    if size == _INDEFINITE:
        raise _Damaged("an octet string of indefinite length is not in pieces")
    while size:
        data = stream.read_available(min(size, CHUNK))
        if not data:
            raise _Damaged(f"{size} bytes are missing")
        size -= len(data)
        yield data


def _element(stream: ByteStream) -> tuple[int, int]:
    """Read the tag and the length of an element."""
    head = stream.read(2)
    if len(head) < 2:
        raise _Damaged("it is truncated")
    tag, size = head
    if size == 0x80:
        return tag, _INDEFINITE
    if size & 0x80:
        data = stream.read(size & 0x7F)
        if len(data) < size & 0x7F or len(data) > 8:
            raise _Damaged("it has an invalid length")
        size = int.from_bytes(data, "big")
    return tag, size


def _expect(stream: ByteStream, tag: int) -> int:
    found, size = _element(stream)
    if found != tag:
        raise _Damaged(f"expected tag {tag:#x}, found {found:#x}")
    return size


def _skip(stream: ByteStream, size: int) -> None:
    """Skip the content of an element; one of indefinite length ends after all elements in it."""
    if size != _INDEFINITE:
        stream.skip(size)
        return
    depth = 1
    while depth:
        tag, size = _element(stream)
        if size == _INDEFINITE:
            depth += 1
        elif tag == _END and size == 0:
            depth -= 1
        else:
            stream.skip(size)
