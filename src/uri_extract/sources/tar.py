"""Tar archives, read as a stream: pax and ustar (POSIX.1-2017), GNU, and Seventh Edition Unix."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator

from uri_extract._compat._typing import NamedTuple
from uri_extract.limits import CHUNK, MAX_HEADER, MAX_HOLES, MAX_LONG_NAME, MAX_PAX_RECORDS, PAX_RECORDS
from uri_extract.sources.breaks import StreamBreak
from uri_extract.sources.byte_stream import Budget, ByteStream, Section, after_damage
from uri_extract.sources.document import Document

# -- Sparse files in tar archives, and the maps of their bytes (GNU tar's manual, "Storing Sparse Files") --------------

_BLOCK = 512

# Digits of a number in a map; a longer one is invalid.
_DIGITS = 32


class Map(NamedTuple):
    """The map of a sparse file: offset and length of each part, and the size of the whole file."""

    parts: list[tuple[int, int]]
    size: int


def gnu_map(block: bytes, stream: ByteStream, number: Callable[[bytes], int]) -> Map:
    """Return the map in the header of the old GNU format, and in the blocks that follow it."""
    parts: list[tuple[int, int]] = []
    size = number(block[483:495])
    fields, more = block[386:482], block[482]
    while True:
        for at in range(0, len(fields) // 24 * 24, 24):
            if not fields[at]:
                break
            parts.append((number(fields[at : at + 12]), number(fields[at + 12 : at + 24])))
        if not more:
            return _checked(parts, size)
        block = stream.read(_BLOCK)
        if len(block) < _BLOCK or len(parts) * 24 > MAX_HEADER:
            raise ValueError
        fields, more = block[:504], block[504]


def pax_map(pax: dict[bytes, bytes], section: Section) -> Map:
    """Return the map in the pax header (formats 0.0 and 0.1) or before the member's bytes (1.0)."""
    size = int(pax.get(b"GNU.sparse.realsize") or pax.get(b"GNU.sparse.size") or 0)
    if pax.get(b"GNU.sparse.major") != b"1":
        listed = pax.get(b"GNU.sparse.map", b"")
        numbers = [int(each) for each in listed.split(b",")] if listed else []
    else:
        lines = _lines(section)
        numbers = [next(lines) for _ in range(2 * next(lines))]
    return _checked(list(zip(numbers[::2], numbers[1::2], strict=True)), size)


def _lines(section: Section) -> Iterator[int]:
    """Yield the numbers at the beginning of a section, one per line, padded to whole blocks."""
    held = b""
    read = 0
    while True:
        line, end, rest = held.partition(b"\n")
        if end:
            held = rest
            yield int(line)
            continue
        block = section.read(_BLOCK)
        read += len(block)
        if len(block) < _BLOCK or read > MAX_HEADER or len(held) > _DIGITS:
            raise ValueError
        held += block


def _checked(parts: list[tuple[int, int]], size: int) -> Map:
    at = 0
    for offset, length in parts:
        if offset < at or length < 0:
            raise ValueError
        at = offset + length
    return Map(parts, max(at, size))


def unfolded(
    name: str, chunks: Iterator[bytes | StreamBreak], sparse: Map, budget: Budget
) -> Iterator[bytes | StreamBreak]:
    """Yield a sparse file with its holes; without them if they are too long, which is reported."""
    holes = sparse.size - sum(length for _, length in sparse.parts)
    if holes > MAX_HOLES or not budget.fits(holes):
        budget.problem(name, 0, "sparse", f"a sparse file with {holes} bytes of holes: they are left out")
        yield from chunks
        return
    budget.expand(holes)
    stream = ByteStream(chunks)
    at = 0
    for offset, length in [*sparse.parts, (sparse.size, 0)]:
        while at < offset:
            hole = bytes(min(offset - at, CHUNK))
            at += len(hole)
            yield hole
        yield from Section(stream, length)
        at += length


# -- Archives ----------------------------------------------------------------------------------------------------------

BLOCK = 512
_ZEROS = bytes(BLOCK)
_SIGNED = struct.Struct("512b")

# Types ("typeflag" in pax) of members without content: links, devices, directories, FIFOs. Then types of GNU whose
# content is not that of a file: the list of a directory, the label of a volume. All other members are files.
_NO_BYTES = b"123456"
_NO_FILES = b"DV"

# The records of pax headers that concern a member's name or content; others are not kept.
_KEPT = frozenset((
    b"path", b"size", b"GNU.sparse.name", b"GNU.sparse.size", b"GNU.sparse.realsize", b"GNU.sparse.major",
    b"GNU.sparse.minor", b"GNU.sparse.numblocks", b"GNU.sparse.map",
))  # fmt: skip
_BAD_SIZE = "header with a non-numeric size field"
_PAIR = (b"GNU.sparse.offset", b"GNU.sparse.numbytes")


class Header(NamedTuple):
    """The name, size and type of a member, and its header block."""

    name: str
    size: int
    type: bytes
    block: bytes


def is_header(block: bytes) -> bool:
    """Return True if the checksum of a header block is right; some programs add up signed characters."""
    if len(block) < BLOCK:
        return False
    try:
        written = _number(block[148:156])
    except ValueError:
        return False
    field = sum(block[148:156]) - 256
    if sum(block) - field == written:
        return True
    signed = sum(_SIGNED.unpack(block))
    return bool(signed - sum(byte - 256 if byte > 127 else byte for byte in block[148:156]) + 256 == written)


def _number(field: bytes) -> int:
    """Return a number in octal digits, or in base 256 if the first bit is set (GNU)."""
    if field[0] & 0x80:
        value = int.from_bytes(field, "big")
        return (value & ~(0x80 << 8 * (len(field) - 1))) if field[0] == 0x80 else value - (1 << 8 * len(field))
    digits = field.partition(b"\0")[0].strip(b" ")
    return int(digits, 8) if digits else 0


def _text(field: bytes) -> str:
    return field.partition(b"\0")[0].decode("utf-8", "surrogateescape")


def _padded(size: int) -> int:
    return -(-size // BLOCK) * BLOCK


def members(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield the files of a tar archive."""
    reader = _TarReader(document, stream, budget)
    while header := reader.next():
        budget.member()
        reader.records_allowed += PAX_RECORDS
        if header.size == 0 and not reader.sparse(header):
            continue
        section = Section(stream, header.size)
        if header.type not in _NO_FILES and not header.name.endswith("/"):
            chunks = iter(section)
            sparse = reader.sparse(header)
            if sparse:
                mapped = reader.map(header, section)
                if mapped is None:
                    section.finish()
                    continue
                chunks = unfolded(document.member_name(header.name), chunks, mapped, budget)
            yield document.file(header.name, ByteStream(chunks))
        if not section.finish() or stream.skip(-header.size % BLOCK) < -header.size % BLOCK:
            reader.report_truncated(f"member {header.name!r} is truncated")
            return


class _TarReader:
    """Reads the header of each member, and the pax or GNU headers that extend it."""

    def __init__(self, document: Document, stream: ByteStream, budget: Budget) -> None:
        self._name = document.name
        self._part = document.part
        self._stream = stream
        self._budget = budget
        self._global: dict[bytes, bytes] = {}
        self._pax: dict[bytes, bytes] = {}
        #: Records of pax headers that may still be read.
        self.records_allowed = MAX_PAX_RECORDS
        self._reported = False

    def report_truncated(self, message: str) -> None:
        """Report that the archive ends too soon, unless its stream has reported that."""
        if not self._stream.truncated:
            self._budget.problem(self._name, self._stream.offset, "truncated", message)

    def next(self) -> Header | None:
        """Return the next member's header; None at the end."""
        stream = self._stream
        long: bytes | None = None
        self._pax = {}
        begin = -1  # where the first header of the member begins
        while block := stream.peek(BLOCK):
            if block == _ZEROS:  # the end, or the end of the first of several archives
                if self._ended_by_zeros():
                    return None
                continue
            if len(block) < BLOCK and not block.strip(b"\0"):
                return None
            if not is_header(block):
                if not self._resumed(block):
                    return None
                long, self._pax = None, {}  # these headers extended a member that is lost
                continue
            begin = stream.offset if begin < 0 else begin
            # What a global header says holds for all later members: they are not read elsewhere.
            if self._part is not None and not self._global and self._part.ends_at(begin):
                return None
            stream.skip(BLOCK)
            try:
                size = _number(block[124:136])
            except ValueError:
                size = -1
            kind = block[156:157]
            if size < 0:
                self._damaged(stream.offset - BLOCK, _BAD_SIZE)
                long, self._pax = None, {}
                continue
            if kind in b"xgXLKV" and kind:
                data = self._special(kind, size)
                if data is None:
                    return None
                if kind == b"L":
                    long = data.partition(b"\0")[0]
                continue
            header = self._header(block, kind, size, long)
            if header is not None:
                return header
            long, self._pax = None, {}
        return None

    def _ended_by_zeros(self) -> bool:
        """Skip blocks of zeros; return True if there is only one, before other bytes.

        Two such blocks are the end of an archive (POSIX.1-2017, pax, "ustar Interchange Format"), after which another
        may begin. After a single one, GNU tar and Python read nothing: the bytes there may be left of another archive.
        """
        stream = self._stream
        start = stream.offset
        while stream.peek(BLOCK) == _ZEROS:
            stream.skip(BLOCK)
        if stream.offset > start + BLOCK or not stream.peek(BLOCK).strip(b"\0"):
            return False
        if is_header(stream.peek(BLOCK)) or self._found_header():
            self._damaged(start, "a single block of zeros ends the archive: the members after it are not read")
        return True

    def _found_header(self) -> bool:
        """Skip to the next header; return False if there is none."""
        stream = self._stream
        return stream.find_header(
            b"ustar", lambda: is_header(stream.peek(BLOCK)) if self._budget.may_reread(BLOCK) else None, 257
        )

    def _special(self, kind: bytes, size: int) -> bytes | None:
        """Return the content of a member that extends the next header; None if the archive ends in it."""
        stream = self._stream
        if size > MAX_HEADER:
            self._damaged(stream.offset - BLOCK, f"header of {size} bytes skipped")
            stream.skip(_padded(size))
            return b""
        data = stream.read(size)
        if len(data) < size or stream.skip(-size % BLOCK) < -size % BLOCK:
            self.report_truncated("the archive ends in a header")
            return None
        if kind in b"xX":
            self._pax = self._records(data)
        elif kind == b"g":
            self._global.update(self._records(data))
        return data

    def _header(self, block: bytes, kind: bytes, size: int, long: bytes | None) -> Header | None:
        pax = {**self._global, **self._pax}
        try:
            size = int(pax.get(b"size") or size)
        except ValueError:
            size = -1
        if size < 0:
            self._damaged(self._stream.offset - BLOCK, _BAD_SIZE)
            return None
        name = pax.get(b"GNU.sparse.name") or pax.get(b"path") or long
        if name is None:
            name = block[:100].partition(b"\0")[0]
            prefix = block[345:500].partition(b"\0")[0]
            if prefix and block[257:263] == b"ustar\0":
                name = prefix + b"/" + name
        if len(name) > MAX_LONG_NAME:
            offset = self._stream.offset - BLOCK
            self._damaged(offset, f"name of {len(name)} bytes, cut to {MAX_LONG_NAME} bytes")
            name = name[:MAX_LONG_NAME]
        self._pax = pax
        return Header(_text(name), 0 if kind in _NO_BYTES else size, kind, block)

    def sparse(self, header: Header) -> bool:
        return header.type == b"S" or any(key.startswith(b"GNU.sparse.") for key in self._pax)

    def map(self, header: Header, section: Section) -> Map | None:
        """Return where the bytes of a sparse member belong; report a damaged map, and return None."""
        at = self._stream.offset
        try:
            if header.type == b"S":
                return gnu_map(header.block, self._stream, _number)
            return pax_map(self._pax, section)
        except ValueError:
            self._damaged(at, f"invalid map of sparse file {header.name!r}")
            return None

    def _records(self, data: bytes) -> dict[bytes, bytes]:
        """Return the values of the known records of a pax header, which are lines ``length key=value``.

        The offsets and sizes of a sparse map are joined with commas.
        """
        found: dict[bytes, bytes] = {}
        pairs: list[bytes] = []
        at = 0
        while at < len(data):
            if not self.records_allowed:
                if not self._reported:
                    self._reported = True
                    self._damaged(self._stream.offset, "too many records in pax headers: the rest is skipped")
                break
            self.records_allowed -= 1
            digits, blank, _ = data[at : at + 20].partition(b" ")
            length = int(digits) if digits.isdigit() else 0
            begin, end = at + len(digits) + 1, at + length
            equals = data.find(b"=", begin, end)
            if not blank or equals < 0 or end > len(data) or data[end - 1] != 0x0A:
                self._damaged(self._stream.offset, "invalid pax header")
                break
            at = end
            key = data[begin:equals]
            if key in _PAIR:
                pairs.append(data[equals + 1 : end - 1])
            elif key in _KEPT:
                value = data[equals + 1 : end - 1]
                if b"\0" not in value or key != b"path":
                    found[key] = value
        if pairs:
            found[b"GNU.sparse.map"] = b",".join(pairs)
        return found

    def _damaged(self, offset: int, message: str) -> None:
        self._budget.problem(self._name, offset, "damaged", message)

    def _resumed(self, block: bytes) -> bool:
        """Skip to the next header; return False if no header follows."""
        stream = self._stream
        start = stream.offset
        if len(block) < BLOCK:
            self.report_truncated("the archive ends in a header")
            return False
        stream.skip(1)
        found = self._found_header()
        self._damaged(start, f"no header found; {after_damage(stream, found)}")
        return found
