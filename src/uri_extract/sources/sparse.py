"""Sparse files in tar archives, and the maps of their bytes (GNU tar's manual, "Storing Sparse Files")."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, NamedTuple
from uri_extract.limits import CHUNK, MAX_HEADER, MAX_HOLES
from uri_extract.sources.byte_stream import ByteStream, Section

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uri_extract.sources.breaks import StreamBreak
    from uri_extract.sources.byte_stream import Budget

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
