"""Read the content of members of a ZIP archive, and find the header after a damaged member."""

from __future__ import annotations

import zlib

import uri_extract._compat._re as re
from uri_extract._compat._typing import TYPE_CHECKING, Final
from uri_extract.errors import MissingExtra
from uri_extract.limits import MAX_KEPT, MAX_WINDOW
from uri_extract.sources import codecs
from uri_extract.sources._zip_headers import DESCRIPTOR, LOCAL, Local, next_descriptor
from uri_extract.sources.breaks import StreamBreak
from uri_extract.sources.byte_stream import ByteStream, Section
from uri_extract.sources.codecs import Zlib

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.sources.byte_stream import Budget
    from uri_extract.sources.codecs import Decompressor
    from uri_extract.sources.document import Document

CENTRAL: Final = b"PK\1\2"
END: Final = b"PK\5\6"
#: What may follow a member.
NEXT: Final = (LOCAL, CENTRAL, END, DESCRIPTOR)
_NEXT_HEADER = re.compile(b"|".join(map(re.escape, NEXT)))
_ENCRYPTED, _LATER, _STRONG, _MASKED = 1, 8, 1 << 6, 1 << 13
# Methods of compression (§4.4.5).
_STORE, _DEFLATE, _LZMA = 0, 8, 14
_PIECE = 1 << 14
_LONGEST_DESCRIPTOR = 24
_ENDS_HERE = "the archive ends in this member"


class Member:
    """The bytes of one member of the archive ``document``."""

    __slots__ = (
        "_budget", "_chunks", "_crc", "_document", "_done", "_held", "_kept", "_local", "_size", "_start", "_stream",
        "_truncated",
    )  # fmt: skip

    def __init__(self, local: Local, stream: ByteStream, budget: Budget, document: Document) -> None:
        self._local = local
        self._stream = stream
        self._budget = budget
        self._document = document
        self._start = stream.offset
        self._crc = 0
        self._size = 0
        self._chunks: Iterator[bytes | StreamBreak] | None = None
        self._done = False
        self._truncated = False
        self._kept: list[bytes] = []  # compressed bytes read last, in which the next member may begin
        self._held = 0  # their number

    def _problem(self, kind: str, message: str) -> None:
        self._budget.problem(self._document.member_name(self._local.name), self._size, kind, message)

    def readable(self) -> bool:
        """Return True if the member can be read; report it if not."""
        local = self._local
        if local.flags & (_ENCRYPTED | _STRONG | _MASKED):
            self._problem("encrypted", "the member is encrypted and is not read")
            return False
        try:
            if local.method != _STORE:
                self._chunks = self._unpacked(_decoder(local.method))
            elif local.later:
                self._chunks = self._until_descriptor()
            else:
                self._chunks = self._stored()
        except MissingExtra as error:
            self._problem("missing-extra", str(error))
            return False
        except ValueError:
            self._problem("unsupported", f"compressed by method {local.method}, which is not supported")
            return False
        return True

    def chunks(self) -> Iterator[bytes | StreamBreak]:
        """Yield the bytes of the member."""
        assert self._chunks is not None
        for chunk in self._chunks:
            if isinstance(chunk, bytes):
                self._crc = zlib.crc32(chunk, self._crc)
                self._size += len(chunk)
            yield chunk
        self._done = True

    def finish(self) -> bool:
        """Read the rest of the member, and compare its checksum and size; return False if the archive ends here."""
        if self._chunks is not None and not self._done:
            for _ in self.chunks():
                pass
        if self._chunks is None or self._truncated:
            return self._passed_over()
        local, stream = self._local, self._stream
        crc, size, packed = local.crc, local.size, local.packed
        if local.later or (local.flags & _LATER and stream.peek(4) == DESCRIPTOR):
            crc, packed, size = self._descriptor()
        is_misplaced = stream.peek(4) not in (*NEXT, b"")
        if crc != self._crc or size != self._size or (local.later and is_misplaced):
            self._problem("damaged", f"checksum or size ({size} bytes) mismatch")
            if is_misplaced:
                self._truncated = True
                return self._passed_over()
        left = packed - (stream.offset - self._start) if not local.later else 0
        if left > 0 and stream.peek(2) != b"PK":
            stream.skip(left)
        return True

    def _fail(self, message: str) -> None:
        """Report that the content is damaged or truncated, unless the archive's stream has reported that."""
        self._truncated = True
        if not self._stream.truncated:
            self._problem("damaged" if self._stream.peek(1) else "truncated", message)

    def _keep(self, data: bytes) -> None:
        self._kept.append(data)
        self._held += len(data)
        if self._held > MAX_KEPT:
            self._held -= len(self._kept.pop(0))

    def _passed_over(self) -> bool:
        """Skip the rest of a member that was not read to its end; return False if no header follows.

        The rest ends where the size in the header says if a header is there, otherwise before the next header.
        """
        local, stream = self._local, self._stream
        start = stream.offset
        left: int = local.packed - (start - self._start)
        if not local.later and 0 <= left <= MAX_KEPT and stream.peek(4, left) in NEXT:
            return stream.skip(left) == left
        if self._kept and (again := b"".join(self._kept)) and self._budget.may_reread(len(again)):
            stream.unread(again)
            start = stream.offset
        found = stream.peek(4) in NEXT or stream.find_match(_NEXT_HEADER, len(LOCAL))
        if not found and not (self._truncated or stream.truncated):
            self._problem("truncated", _ENDS_HERE)
        elif stream.offset != start and not self._truncated:
            self._problem("damaged", f"no header follows it: {stream.offset - start} bytes skipped")
        return found

    def _descriptor(self) -> tuple[int, int, int]:
        """Read a data descriptor (§4.3.9), with or without a signature, with sizes of 4 or 8 bytes."""
        stream = self._stream
        packed = stream.offset - self._start
        data = stream.peek(28)
        begin = 4 if data.startswith(DESCRIPTOR) else 0
        for width in (8, 4) if self._local.zip64 else (4, 8):
            end = begin + 4 + 2 * width
            sizes = [int.from_bytes(data[at : at + width], "little") for at in (begin + 4, begin + 4 + width)]
            if sizes[0] == packed and (len(data) <= end or data[end : end + 2] == b"PK"):
                self._keep(stream.read(end))
                return int.from_bytes(data[begin : begin + 4], "little"), sizes[0], sizes[1]
        if begin:
            self._keep(stream.read(16))
            return (int.from_bytes(data[4:8], "little"), *sizes)  # type: ignore[return-value]
        return self._local.crc or self._crc, packed, self._local.size or self._size

    def _stored(self) -> Iterator[bytes | StreamBreak]:
        section = Section(self._stream, self._local.packed)
        for chunk in section:
            if isinstance(chunk, bytes):
                self._keep(chunk)
            yield chunk
        if section.left:
            self._fail(_ENDS_HERE)

    def _until_descriptor(self) -> Iterator[bytes | StreamBreak]:
        """Yield stored bytes whose size follows them, up to a descriptor that fits."""
        stream = self._stream
        crc = size = 0
        while True:
            data = stream.peek(_PIECE)
            if not data:
                self._fail(_ENDS_HERE)
                yield StreamBreak.TRUNCATED
                return
            fields = data if len(data) >= _LONGEST_DESCRIPTOR else data + bytes(_LONGEST_DESCRIPTOR)
            stop = max(len(data) - _LONGEST_DESCRIPTOR, 0) + 1
            done = at = 0
            # Other bytes hardly ever have the right size, so no checksum is computed for them.
            while (at := next_descriptor(fields, at, stop, size)) >= 0:
                crc = zlib.crc32(data[done:at], crc)
                done = at
                if crc == int.from_bytes(fields[at + 4 : at + 8], "little"):
                    if at:
                        self._keep(data[:at])
                        yield stream.read(at)
                    return
                at += 1
            at = data.find(DESCRIPTOR, stop)
            if at < 0:
                at = max(len(data) - 3, 1) if len(data) == _PIECE else len(data)
            crc = zlib.crc32(data[done:at], crc)
            size += at
            data = stream.read(at)
            self._keep(data)
            yield data

    def _unpacked(self, decoder: Decompressor | None) -> Iterator[bytes | StreamBreak]:
        """Yield decompressed bytes, up to the end that the compressed data marks."""
        stream, budget = self._stream, self._budget
        most = -1 if self._local.later else self._local.packed
        piece = 1024
        fault = _ENDS_HERE
        try:
            if decoder is None:
                decoder, size = _lzma(stream)
                most -= size
            while not decoder.eof:
                if most == 0 and self._local.method == _DEFLATE and stream.peek(2) != b"PK":
                    most = -1  # the size is false: deflated data marks its end
                data = stream.read(piece if most < 0 else min(piece, most))
                if not data:
                    break
                most -= len(data) if most >= 0 else 0
                piece = min(piece * 2, _PIECE)
                self._keep(data)
                for out in codecs.decompress(decoder, data):
                    budget.expand(len(out))
                    yield out
            if unused := decoder.unused_data:
                stream.unread(unused)
                self._kept[-1] = self._kept[-1][: -len(unused)]
                self._held -= len(unused)
            if decoder.eof or (self._local.method == _LZMA and most == 0):
                return
        except codecs.errors() as error:
            fault = f"damaged: {error}"
        self._fail(fault)
        yield StreamBreak.TRUNCATED


def _decoder(method: int) -> Decompressor | None:
    """Return the decompressor of a method (§4.4.5), None for LZMA, whose properties precede the data.

    Raises ValueError for a method that is not supported, and :class:`MissingExtra`.
    """
    if method == _LZMA:
        return None
    if method == _DEFLATE:
        return Zlib(-15)
    codec = {12: codecs.BZIP2, 93: codecs.ZSTD, 95: codecs.XZ}.get(method)
    if codec is None:
        raise ValueError(method)
    return codec.new()


def _lzma(stream: ByteStream) -> tuple[Decompressor, int]:
    """Read the properties of LZMA data (§5.8.8); return its decompressor, and how many bytes they have.

    Raises ValueError for invalid ones.
    """
    import lzma

    length = int.from_bytes(stream.read(4)[2:], "little")
    properties = stream.read(length)
    first, dictionary = int.from_bytes(properties[:1], "little"), int.from_bytes(properties[1:5], "little")
    if len(properties) < 5 or first >= 225 or dictionary > MAX_WINDOW:
        raise ValueError("invalid LZMA properties")
    rest, lc = divmod(first, 9)
    pb, lp = divmod(rest, 5)
    filters = [{"id": lzma.FILTER_LZMA1, "dict_size": max(dictionary, 4096), "lc": lc, "lp": lp, "pb": pb}]
    return lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=filters), 4 + length
