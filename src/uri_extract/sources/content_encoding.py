"""Decode HTTP bodies: the transfer coding "chunked" (RFC 9112 §7.1) and content codings (RFC 9110 §8.4.1).

Crawlers store the header unchanged, and the body encoded or decoded. A body that does not look encoded is not decoded.
"""

from __future__ import annotations

from collections.abc import Iterator

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any
from uri_extract.errors import MissingExtra
from uri_extract.limits import CHUNK, MAX_KEPT
from uri_extract.sources import codecs
from uri_extract.sources._streams import unchunked
from uri_extract.sources.breaks import StreamBreak
from uri_extract.sources.byte_stream import Budget, ByteStream, whole
from uri_extract.sources.codecs import Zlib
from uri_extract.sources.compression import Members

_SIZE = re.compile(rb"(?:\r?\n)?([0-9A-Fa-f]{1,15})[ \t]*(?:;[^\r\n]{0,4000}+)?\r?\n")
_LINE = 4200
_TOGETHER = 1 << 16


def dechunked(name: str | None, stream: ByteStream, budget: Budget) -> Iterator[bytes | StreamBreak]:
    """Yield the content of a chunked body; the bytes after an invalid chunk are yielded unchanged."""
    first = True
    while True:
        data, size, ended = unchunked(stream.ready(_TOGETHER))
        stream.skip(size)
        if data:
            first = False
            yield data
        if ended:
            return
        # A chunk that has not been read as a whole.
        line = _SIZE.match(stream.peek(64)) or _SIZE.match(stream.peek(_LINE))
        if line is None:
            break
        stream.skip(line.end())
        left = int(line[1], 16)
        if not left:
            return
        first = False
        while left and (data := stream.read_available(min(left, CHUNK))):
            left -= len(data)
            yield data
    if not first and not stream.truncated:
        kind = "damaged" if stream.ready(1) else "truncated"
        budget.problem(name, stream.offset, kind, "no chunk found: the rest of the body is read undecoded")
    yield from stream.chunks()
    if stream.truncated:
        yield StreamBreak.TRUNCATED


def decoded(name: str | None, stream: ByteStream, budget: Budget, coding: str) -> ByteStream:
    """Return a body decoded from a content coding; the body unchanged if it is not encoded."""
    head = stream.peek(16)
    codec = {"gzip": codecs.GZIP, "x-gzip": codecs.GZIP, "zstd": codecs.ZSTD}.get(coding)
    if codec is not None:
        if codec.begins(head):
            return ByteStream(Members(name, stream, budget, codec).items())
        return stream
    try:
        if coding == "deflate":
            return ByteStream(_pieces(name, stream, budget, _deflate(head)))
        if coding == "br":
            return ByteStream(_pieces(name, stream, budget, _Brotli()))
    except MissingExtra as error:
        budget.problem(name, 0, "missing-extra", str(error))
        return whole(b"")
    if head:
        budget.problem(name, 0, "unsupported", f"unknown content coding {coding!r}: the body is read undecoded")
    return stream


def _deflate(head: bytes) -> Any:
    # RFC 9110 §8.4.1.2: with the zlib header or, from some servers, without. The first four bits are its method.
    return Zlib(15 if len(head) > 1 and head[0] & 15 == 8 and (head[0] << 8 | head[1]) % 31 == 0 else -15)


class _Brotli:
    """A decompressor of Brotli with the common interface."""

    def __init__(self) -> None:
        try:
            import brotli
        except ImportError:
            raise MissingExtra("encoded as br: needs the extra 'br' (pip install 'uri-extract[br]')") from None
        self._decoder = brotli.Decompressor()
        self.error: type[Exception] = brotli.error
        self.eof = False
        self.needs_input = True

    def decompress(self, data: bytes, max_length: int) -> bytes:
        try:
            out: bytes = self._decoder.process(data, output_buffer_limit=max_length)
        except self.error as error:
            raise ValueError(str(error) or "not Brotli") from error
        self.eof = self._decoder.is_finished()
        # Brotli reports that it accepts more input while it still has output, whose pieces have a size of its own.
        self.needs_input = not out and bool(self._decoder.can_accept_more_data())
        return out


def _pieces(name: str | None, stream: ByteStream, budget: Budget, decoder: Any) -> Iterator[bytes | StreamBreak]:
    """Yield decompressed bytes; if the first piece is not compressed, the bytes unchanged."""
    made = 0
    size = 1024
    kept = b""  # what was read, as long as nothing was decompressed
    while not decoder.eof:
        data = stream.read(size)
        if not data:
            if not stream.truncated:
                budget.problem(name, made, "truncated", "content-encoded body is truncated")
            yield StreamBreak.TRUNCATED
            return
        size = min(size * 2, 1 << 15)
        if not made and len(kept) < MAX_KEPT:
            kept += data
        try:
            for out in codecs.decompress(decoder, data):
                budget.expand(len(out))
                made += len(out)
                yield out
        except codecs.errors() as error:
            if not made and len(kept) < MAX_KEPT:
                stream.unread(kept)
                yield from stream.chunks()
            else:
                budget.problem(name, made, "damaged", f"content-encoded body is damaged: {error}")
                yield StreamBreak.TRUNCATED
            return
