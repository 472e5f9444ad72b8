"""ZIP archives (APPNOTE 6.3), read as they come: local headers and what follows them.

So one pass reads an archive of any size, from a pipe or inside another, in bounded memory; one that was cut off gives
what there is of it, and members that overlap, or a directory that lies, cost nothing. The central directory is counted
at the end: if it names more members than were read, that is a problem.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, NamedTuple

from uri_extract.limits import CHUNK, MAX_WINDOW
from uri_extract.sources import codecs
from uri_extract.sources.codecs import MissingExtra, Zlib
from uri_extract.sources.stream import Break, Section, Stream

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.sources.budget import Budget
    from uri_extract.sources.codecs import Decompressor
    from uri_extract.sources.document import Document

_LOCAL, _CENTRAL, _END, _DESCRIPTOR = b"PK\3\4", b"PK\1\2", b"PK\5\6", b"PK\7\x08"
_END_64, _LOCATOR_64, _EXTRA_DATA = b"PK\6\6", b"PK\6\7", b"PK\6\x08"
_ENCRYPTED, _LATER, _STRONG, _UTF8, _MASKED = 1, 8, 1 << 6, 1 << 11, 1 << 13
_PIECE = 1 << 14


class _Local(NamedTuple):
    """A local file header (§4.3.7)."""

    offset: int
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    name: str
    zip64: bool


def members(document: Document, stream: Stream, budget: Budget) -> Iterator[Document]:
    """Yield the files of an archive."""
    return _Reader(document, stream, budget).members()


def _local(offset: int, header: bytes, name: bytes, extra: bytes) -> _Local:
    flags, method = int.from_bytes(header[6:8], "little"), int.from_bytes(header[8:10], "little")
    crc, packed, size = (int.from_bytes(header[at : at + 4], "little") for at in (14, 18, 22))
    text = name.decode("utf-8" if flags & _UTF8 else "cp437", "surrogateescape")
    zip64 = False
    while len(extra) >= 4:
        kind, length = int.from_bytes(extra[:2], "little"), int.from_bytes(extra[2:4], "little")
        field = extra[4 : 4 + length]
        extra = extra[4 + length :]
        if kind == 1:  # §4.5.3
            zip64 = True
            if size == 0xFFFFFFFF:
                size, field = int.from_bytes(field[:8], "little"), field[8:]
            if packed == 0xFFFFFFFF:
                packed = int.from_bytes(field[:8], "little")
        elif kind == 0x7075 and field[:1] == b"\1" and int.from_bytes(field[1:5], "little") == zlib.crc32(name):
            text = field[5:].decode("utf-8", "surrogateescape")  # §4.6.9
    return _Local(offset, flags, method, crc, packed, size, text, zip64)


class _Reader:
    """Reads one archive."""

    def __init__(self, document: Document, stream: Stream, budget: Budget) -> None:
        self._document = document
        self._stream = stream
        self._budget = budget
        self._read = 0
        self._listed = 0

    def members(self) -> Iterator[Document]:
        stream = self._stream
        while mark := stream.peek(4):
            if mark == _LOCAL:
                try:
                    local = self._header()
                except ValueError:
                    continue
                if local is None:
                    return
                self._read += 1
                self._budget.member()
                data = _Data(local, stream, self._budget, f"{self._document.name or ''}!{local.name}")
                if (local.packed or data.later) and not local.name.endswith("/") and data.readable():
                    yield self._document.member(local.name, Stream(data.chunks()))
                if not data.finish():
                    return
            elif mark == _CENTRAL:
                self._directory()
            elif mark in (_END, _END_64, _LOCATOR_64, _EXTRA_DATA, _DESCRIPTOR):
                self._rest(mark)
            elif not self._resumed():
                return
        if (self._read or self._listed) and not stream.torn:
            self._problem(stream.offset, "truncated", "the archive ends before its directory does")

    def _problem(self, offset: int, kind: str, message: str) -> None:
        self._budget.problem(self._document.name, offset, kind, message)

    def _header(self) -> _Local | None:
        stream = self._stream
        offset = stream.offset
        header = stream.read(30)
        name_length, extra_length = int.from_bytes(header[26:28], "little"), int.from_bytes(header[28:30], "little")
        name = stream.read(name_length)
        extra = stream.read(extra_length)
        if _LOCAL in name + extra:  # lengths that lie, and would cost what follows
            stream.back(name + extra)
            raise ValueError
        if len(header) + len(name) + len(extra) < 30 + name_length + extra_length:
            if not stream.torn:
                self._problem(offset, "truncated", "the archive ends in a header")
            return None
        return _local(offset, header, name, extra)

    def _directory(self) -> None:
        """Pass over an entry of the central directory."""
        header = self._stream.read(46)
        self._listed += 1
        self._stream.skip(sum(int.from_bytes(header[at : at + 2], "little") for at in (28, 30, 32)))

    def _rest(self, mark: bytes) -> None:
        """Pass over what is neither a member nor an entry."""
        stream = self._stream
        offset = stream.offset
        stream.skip(4)
        if mark == _DESCRIPTOR:  # of a member that was not read
            data = stream.peek(22)
            stream.skip(12 if data[12:14] == b"PK" else 20)
        elif mark == _LOCATOR_64:
            stream.skip(16)
        elif mark == _END_64:
            stream.skip(int.from_bytes(stream.read(8), "little"))
        elif mark == _EXTRA_DATA:
            stream.skip(int.from_bytes(stream.read(4), "little"))
        elif mark == _END:
            record = stream.read(18)
            if len(record) == 18:
                stream.skip(int.from_bytes(record[16:], "little"))
            listed = int.from_bytes(record[6:8], "little")
            # Writers without zip64 let the number overflow.
            missing = max(listed if listed < 0xFFFF else 0, self._listed) - self._read
            if missing > 0:
                self._problem(offset, "damaged", f"{missing} members that the directory names were not found")
            self._read = self._listed = 0

    def _resumed(self) -> bool:
        """Go on at the next header; False where there is none."""
        stream = self._stream
        start = stream.offset
        found = False
        while stream.find(b"PK"):
            if stream.peek(4) in (_LOCAL, _CENTRAL, _END):
                found = True
                break
            stream.skip(2)
        if self._read or self._listed or not found:  # what stands before an archive unpacks it
            behind = f"going on at byte {stream.offset}" if found else "nothing can be read behind it"
            self._problem(start, "damaged", f"no header stands here; {behind}")
        return found


class _Data:
    """The bytes of a member."""

    def __init__(self, local: _Local, stream: Stream, budget: Budget, name: str) -> None:
        self._local = local
        self._stream = stream
        self._budget = budget
        self._name = name
        self._start = stream.offset
        self._crc = 0
        self._size = 0
        self._chunks: Iterator[bytes | Break] | None = None
        self._done = False
        self._torn = False
        # Written to a pipe: sizes and checksum follow the bytes.
        self.later = bool(local.flags & _LATER) and not local.packed

    def _problem(self, kind: str, message: str) -> None:
        self._budget.problem(self._name, self._size, kind, message)

    def readable(self) -> bool:
        """Whether the member can be read; if not, that is reported."""
        local = self._local
        if local.flags & (_ENCRYPTED | _STRONG | _MASKED):
            self._problem("encrypted", "the member is encrypted: it is not read")
            return False
        try:
            decoder = _decoder(local.method)
        except MissingExtra as error:
            self._problem("missing-extra", str(error))
            return False
        except ValueError:
            self._problem("unsupported", f"compressed by method {local.method}, which cannot be read")
            return False
        if decoder is not None:
            self._chunks = self._unpacked(decoder)
        elif self.later:
            self._chunks = self._until_descriptor()
        else:
            self._chunks = self._stored()
        return True

    def chunks(self) -> Iterator[bytes | Break]:
        assert self._chunks is not None
        for chunk in self._chunks:
            if isinstance(chunk, bytes):
                self._crc = zlib.crc32(chunk, self._crc)
                self._size += len(chunk)
            yield chunk
        self._done = True

    def finish(self) -> bool:
        """Read what nobody did, and compare; False where the archive ends here."""
        if self._chunks is not None and not self._done:
            for _ in self.chunks():
                pass
        local, stream = self._local, self._stream
        if self._chunks is None or self._torn:
            left = local.packed - (stream.offset - self._start)
            if self.later:
                return stream.find(b"PK")
            if left > 0 and stream.skip(left) < left:
                if not self._torn and not stream.torn:
                    self._problem("truncated", "the archive ends in this member")
                return False
            return True
        crc, size, packed = local.crc, local.size, local.packed
        if self.later or (local.flags & _LATER and stream.peek(4) == _DESCRIPTOR):
            crc, packed, size = self._descriptor()
        if not self._torn and (crc != self._crc or size != self._size):
            self._problem("damaged", f"its checksum or its size, {size} bytes, is not that of what was read")
        left = packed - (stream.offset - self._start) if not self.later else 0
        if left > 0 and stream.peek(2) != b"PK":
            stream.skip(left)
        return True

    def _descriptor(self) -> tuple[int, int, int]:
        """Read a data descriptor (§4.3.9): with its signature or without, with sizes of 4 bytes or of 8."""
        stream = self._stream
        packed = stream.offset - self._start
        data = stream.peek(28)
        begin = 4 if data.startswith(_DESCRIPTOR) else 0
        for width in (8, 4) if self._local.zip64 else (4, 8):
            end = begin + 4 + 2 * width
            sizes = [int.from_bytes(data[at : at + width], "little") for at in (begin + 4, begin + 4 + width)]
            if sizes[0] == packed and (len(data) <= end or data[end : end + 2] == b"PK"):
                stream.skip(end)
                return int.from_bytes(data[begin : begin + 4], "little"), sizes[0], sizes[1]
        if begin:
            stream.skip(16)
            return (int.from_bytes(data[4:8], "little"), *sizes)  # type: ignore[return-value]
        return self._local.crc or self._crc, packed, self._local.size or self._size

    def _stored(self) -> Iterator[bytes | Break]:
        section = Section(self._stream, self._local.packed)
        yield from section
        if section.left and not self._stream.torn:
            self._torn = True
            self._problem("truncated", "the archive ends in this member")
        self._torn = self._torn or bool(section.left)

    def _until_descriptor(self) -> Iterator[bytes | Break]:
        """Yield stored bytes whose number follows them: up to a descriptor that fits."""
        stream = self._stream
        crc = size = 0
        while True:
            data = stream.peek(_PIECE)
            if not data:
                self._torn = True
                if not stream.torn:
                    self._problem("truncated", "the archive ends in this member")
                yield Break.TORN
                return
            at = data.find(_DESCRIPTOR)
            if at == 0:
                descriptor = stream.peek(24)
                if int.from_bytes(descriptor[4:8], "little") == crc and size in (
                    int.from_bytes(descriptor[8:12], "little"), int.from_bytes(descriptor[8:16], "little")
                ):  # fmt: skip
                    return
                at = data.find(_DESCRIPTOR, 1)
            if at < 0:
                at = max(len(data) - 3, 1) if len(data) == _PIECE else len(data)
            data = stream.read(at)
            crc = zlib.crc32(data, crc)
            size += len(data)
            yield data

    def _unpacked(self, decoder: Decompressor) -> Iterator[bytes | Break]:
        """Yield decompressed bytes; the compressed ones end by themselves."""
        stream, budget = self._stream, self._budget
        most = -1 if self.later else self._local.packed
        piece = 1024
        fault = "the archive ends in this member"
        try:
            if self._local.method == 14:
                most -= 4 + _lzma_header(stream, decoder)
            while not decoder.eof:
                if most == 0 and self._local.method == 8 and stream.peek(2) != b"PK":
                    most = -1  # a size that lies is no end: deflated bytes know theirs
                data = stream.some(piece if most < 0 else min(piece, most))
                if not data:
                    break
                most -= len(data) if most >= 0 else 0
                piece = min(piece * 2, _PIECE)
                out = decoder.decompress(data, CHUNK)
                while True:
                    if out:
                        budget.expand(len(out))
                        yield out
                    if decoder.needs_input or decoder.eof:
                        break
                    out = decoder.decompress(b"", CHUNK)
            if decoder.unused_data:
                stream.back(decoder.unused_data)
            if decoder.eof or (self._local.method == 14 and most == 0):
                return
        except codecs.errors() as error:
            fault = f"damaged: {error}"
        self._torn = True
        if not stream.torn:
            self._problem("truncated" if stream.peek(1) == b"" else "damaged", fault)
        yield Break.TORN


class _Lzma:
    """A decompressor of LZMA, which is made when its properties have been read."""

    def __init__(self) -> None:
        self.eof = False
        self.needs_input = True
        self.unused_data = b""

    def begin(self, properties: bytes) -> None:
        import lzma

        first, dictionary = properties[0], int.from_bytes(properties[1:5], "little")
        if first >= 225 or dictionary > MAX_WINDOW:
            raise ValueError("properties of LZMA that cannot be")
        rest, lc = divmod(first, 9)
        pb, lp = divmod(rest, 5)
        filters = [{"id": lzma.FILTER_LZMA1, "dict_size": max(dictionary, 4096), "lc": lc, "lp": lp, "pb": pb}]
        self._decoder = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=filters)

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        out = self._decoder.decompress(data, max_length)
        self.eof, self.needs_input = self._decoder.eof, self._decoder.needs_input
        self.unused_data = self._decoder.unused_data
        return out


def _lzma_header(stream: Stream, decoder: Decompressor) -> int:
    """Read the properties before LZMA's bytes (§5.8.8); return how many bytes they are."""
    length = int.from_bytes(stream.read(4)[2:], "little")
    properties = stream.read(length)
    if length < 5 or not isinstance(decoder, _Lzma):
        raise ValueError("properties of LZMA that cannot be")
    decoder.begin(properties)
    return length


def _decoder(method: int) -> Decompressor | None:
    """Return what reads a method (§4.4.5), None for stored bytes; raises ValueError for one that nothing reads."""
    if method == 0:
        return None
    if method == 8:
        return Zlib(-15)
    if method == 14:
        return _Lzma()
    codec = {12: codecs.BZIP2, 93: codecs.ZSTD, 95: codecs.XZ}.get(method)
    if codec is None:
        raise ValueError(method)
    return codec.new()
