"""A document's bytes, read once and forwards, with a look ahead: what every reader of a container reads from."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from uri_extract.limits import CHUNK
from uri_extract.scan import variant

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Bytes of a document in another that are read at a time.
PIECE = 1 << 16

# Bytes held that may be copied for each chunk, however small.
_SHORT = 1 << 12

_header = variant("uri_extract.sources._headers").header


class StreamBreak(enum.Enum):
    """What may come between two chunks."""

    #: A compressed member ended; the next bytes are of another.
    MEMBER = 0
    #: Bytes are missing here.
    GAP = 1
    #: The bytes end too soon, which was reported.
    TRUNCATED = 2


class ByteStream:
    """Chunks as a stream of bytes. Holds the current chunk, and what has been read ahead.

    If ``stops_at_members`` is set, reading stops at a break as at an end, until :meth:`next_member`. Otherwise the
    bytes of members are joined, and a line feed takes the place of a gap, so that nothing is put together across it.
    """

    __slots__ = ("_at", "_before", "_chunks", "_data", "_next", "gap", "pending", "stops_at_members", "truncated")

    def __init__(self, chunks: Iterator[bytes | StreamBreak], data: bytes = b"") -> None:
        self._chunks = chunks
        self._data = data
        self._at = 0
        self._before = 0  # bytes before _data
        self._next: StreamBreak | None = None  # what came after chunks that were put together
        self.stops_at_members = False
        self.pending = False  # a break stands behind what is held
        self.gap = False  # bytes were missing at the last break
        self.truncated = False  # it ended too soon, and that was reported

    @property
    def offset(self) -> int:
        """Bytes read so far."""
        return self._before + self._at

    def _fill(self) -> bool:
        """Hold another chunk; False at the end, and at a break if the stream stops there."""
        if self.pending:
            return False
        while (item := self._item()) is not None:
            if item is StreamBreak.TRUNCATED:
                self.truncated = True
                continue
            if isinstance(item, StreamBreak):
                if self.stops_at_members:
                    self.pending = True
                    self.gap = item is StreamBreak.GAP
                    return False
                if item is StreamBreak.MEMBER:
                    continue
                item = b"\n"
            if item:
                self._before += self._at
                left = len(self._data) - self._at
                if left > _SHORT:  # what is held is copied each time: then not for a few bytes
                    item = self._more(item, left >> 1)
                self._data = self._data[self._at :] + item if left else item
                self._at = 0
                return True
        return False

    def _item(self) -> bytes | StreamBreak | None:
        """Return the next chunk or break; None at the end."""
        item, self._next = self._next, None
        return next(self._chunks, None) if item is None else item

    def _more(self, chunk: bytes, size: int) -> bytes:
        """Return a chunk and those after it, ``size`` bytes or more, fewer only at the end and at a break."""
        chunks = [chunk]
        size -= len(chunk)
        while size > 0:
            item = next(self._chunks, None)
            if item is None:
                break
            if isinstance(item, StreamBreak):
                self._next = item
                break
            chunks.append(item)
            size -= len(item)
        return b"".join(chunks) if len(chunks) > 1 else chunk

    def next_member(self) -> bool:
        """Continue after a break; return False if there is none."""
        crossed, self.pending = self.pending, False
        return crossed

    def ready(self, most: int) -> bytes:
        """Return next bytes, at most so many, without waiting for more than there are; nothing only at the end."""
        if self._at == len(self._data):
            self._fill()
        return self._data[self._at : self._at + most]

    def header(self, names: tuple[bytes, ...], stop: bytes, most: int) -> tuple[int, bool, list[str]]:
        """Read the next header (:func:`_headers.header`) and leave it; return first how many bytes it is.

        -1 where it has no end among so many bytes.
        """
        while True:
            end, whole, values = _header(self._data, self._at, min(len(self._data), self._at + most), names, stop)
            held = len(self._data) - self._at
            # Twice as many each time, since it is read again from its beginning.
            if end >= 0 or held >= most or len(self.peek(min(2 * held + 1, most))) == held:
                return end if end < 0 else end - self._at, whole, values

    def peek(self, size: int) -> bytes:
        """Return the next ``size`` bytes, fewer only at the end, and leave them."""
        at, data = self._at, self._data
        if len(data) - at >= size:
            return data[at : at + size]
        while len(self._data) - self._at < size and self._fill():
            pass
        return self._data[self._at : self._at + size]

    def read_available(self, most: int = CHUNK) -> bytes:
        """Return next bytes, at most so many; nothing only at the end."""
        if self._at == len(self._data) and not self._fill():
            return b""
        at = self._at
        data = self._data if not at and len(self._data) <= most else self._data[at : at + most]
        self._at = at + len(data)
        return data

    def unread(self, data: bytes) -> None:
        """Take back what was read last."""
        if self._at >= len(data) and self._data.endswith(data, self._at - len(data), self._at):
            self._at -= len(data)
        else:
            self._before += self._at - len(data)
            self._data = data + self._data[self._at :]
            self._at = 0

    def read(self, size: int) -> bytes:
        """Return the next ``size`` bytes, fewer only at the end."""
        at, data = self._at, self._data
        if at + size <= len(data):
            self._at = at + size
            return data[at : at + size]
        parts = [data[at:]]
        self._at = len(data)
        left = size - len(parts[0])
        while left and self._fill():
            part = self._data[:left]
            self._at = len(part)
            left -= len(part)
            parts.append(part)
        return b"".join(parts)

    def skip(self, size: int) -> int:
        """Pass over ``size`` bytes; return how many there were."""
        at = self._at + size
        if at <= len(self._data):
            self._at = at
            return size
        left = size
        while left:
            here = min(left, len(self._data) - self._at)
            self._at += here
            left -= here
            if left and not self._fill():
                break
        return size - left

    def skip_past(self, passed: bytes, size: int) -> bytes:
        """Pass over bytes that are among ``passed``; return ``size`` bytes behind them, and leave those."""
        while True:
            at, data = self._at, self._data
            while at < len(data) and data[at] in passed:
                at += 1
            self._at = at
            if at < len(data) or not self._fill():
                return self.peek(size)

    def chunks(self) -> Iterator[bytes]:
        """Yield all that is left."""
        while data := self.read_available():
            yield data

    def rest(self) -> bytes | ByteStream:
        """Return what is left: bytes where all of it is at hand."""
        return self._data[self._at :] if self._chunks is _NOTHING else self

    def until(self, mark: bytes, most: int, start: int = 0) -> int:
        """Return how many bytes stand before ``mark``, looked for from ``start``; -1 if it is not among ``most``."""
        start += self._at
        while (found := self._data.find(mark, start, self._at + most)) < 0:
            if len(self._data) - self._at >= most:
                return -1
            start = max(start, len(self._data) - len(mark) + 1) - self._at
            if not self._fill():
                return -1
            start += self._at
        return found - self._at

    def find(self, mark: bytes, behind: int = 0) -> bool:
        """Pass over bytes until ``mark`` stands ``behind`` bytes further on; False at the end."""
        start = self._at + behind
        while (found := self._data.find(mark, start)) < 0:
            searched = max(start, len(self._data) - len(mark) + 1)
            self._at = min(max(searched - behind, self._at), len(self._data))
            start = searched - self._at
            if not self._fill():
                self._at = len(self._data)
                return False
            start += self._at
        self._at = found - behind
        return True


def whole(data: bytes) -> ByteStream:
    """Return a stream of bytes that are at hand."""
    return ByteStream(_NOTHING, data)


_NOTHING: Iterator[bytes | StreamBreak] = iter(())


class Section:
    """The next ``size`` bytes of a stream, as chunks; :meth:`finish` passes over what was not read of them.

    The chunks are the same however the stream comes, and so is what was read of it at any place in them.
    """

    __slots__ = ("_source", "left")

    def __init__(self, source: ByteStream, size: int) -> None:
        self._source = source
        self.left = size

    def __iter__(self) -> Iterator[bytes | StreamBreak]:
        while self.left:
            data = self._source.read(min(self.left, PIECE))
            if not data:
                yield StreamBreak.TRUNCATED
                return
            self.left -= len(data)
            yield data

    def read(self, size: int) -> bytes:
        """Return the next ``size`` bytes, fewer only at the end."""
        data = self._source.read(min(size, self.left))
        self.left -= len(data)
        return data

    def finish(self) -> bool:
        """Pass over the rest; whether all of it was there."""
        self.left -= self._source.skip(self.left)
        return not self.left
