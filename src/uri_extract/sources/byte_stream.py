"""A document's bytes as a stream that is read once, forwards, with lookahead: the readers of containers read it."""

from __future__ import annotations

from functools import cache

from uri_extract._typing import TYPE_CHECKING, Any, Protocol
from uri_extract.limits import CHUNK
from uri_extract.scan import variant

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator
    from typing import ClassVar

#: Bytes of a document in another that are read at a time.
PIECE = 1 << 16

# At most this many bytes that have been read ahead are copied for each further chunk.
_SHORT = 1 << 12


@cache
def _headers() -> Any:
    return variant("uri_extract.sources._headers")


class StreamBreak:
    """What may come between two chunks."""

    #: A compressed member ended; the next bytes are of another.
    MEMBER: ClassVar[StreamBreak]
    #: Bytes are missing here.
    GAP: ClassVar[StreamBreak]
    #: The bytes end too soon, which was reported.
    TRUNCATED: ClassVar[StreamBreak]


StreamBreak.MEMBER, StreamBreak.GAP, StreamBreak.TRUNCATED = StreamBreak(), StreamBreak(), StreamBreak()


class Members(Protocol):
    """The compressed members that a stream is made of."""

    def place(self, made: int) -> int:
        """Return the byte at which the next member begins if ``made`` bytes of those before it were read.

        -1 if a part of the input cannot begin there.
        """

    def whole(self) -> Any:
        """Return what reads members at once (:class:`_gzip.WholeMembers`) if the next one begins here, else None."""


class ByteStream:
    """Chunks as a stream of bytes. Holds the current chunk, and what has been read ahead.

    If ``stops_at_members`` is set, reading stops at a break as at an end, until :meth:`next_member`. Otherwise the
    bytes of members are joined, and a line feed takes the place of a gap, so that nothing is put together across it.
    """

    __slots__ = (
        "_at", "_before", "_chunks", "_data", "_next", "gap", "members", "pending", "stops_at_members", "truncated",
    )  # fmt: skip

    def __init__(self, chunks: Iterator[bytes | StreamBreak], data: bytes = b"", offset: int = 0) -> None:
        self._chunks = chunks
        self._data = data
        self._at = 0
        self._before = offset  # bytes before _data
        self._next: bytes | StreamBreak | None = None  # what was read ahead: the break after chunks that were joined
        self.stops_at_members: bool = False
        self.pending: bool = False  # a break follows what is held
        self.gap: bool = False  # bytes were missing at the last break
        self.truncated: bool = False  # it ended too soon, which was reported
        self.members: Members | None = None  # if it is decompressed

    @property
    def offset(self) -> int:
        """Bytes read so far, and those that precede a part."""
        return self._before + self._at

    def _fill(self) -> bool:
        """Hold another chunk; return False at the end, and at a break if the stream stops there."""
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
                if left > _SHORT:  # what is held is copied, which must not happen for every few bytes
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
        """Return a chunk joined with those after it, up to ``size`` bytes or more; fewer only at the end or a break."""
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

    def whole_members(self) -> Any:
        """Return what reads compressed members at once (:class:`_gzip.WholeMembers`), if the next one begins here.

        None if some of a member was read, or this cannot be done. Say with :meth:`passed` what was read so.
        """
        if self._at < len(self._data) or self._next is not None or self.pending or self.members is None:
            return None
        return self.members.whole()

    def passed(self, size: int, member: bytes = b"") -> None:
        """Count ``size`` bytes of members that were read without this stream; ``member`` is the next one."""
        self._before += size
        if member:
            self._before += self._at
            self._data, self._at, self._next = member, 0, StreamBreak.MEMBER

    def whole_member(self) -> bytes:
        """Return the next compressed member and leave it; empty if it is in several chunks, or some of it was read."""
        if self._at < len(self._data) or self.pending or self.members is None:
            return b""
        item = self._item()
        if not isinstance(item, bytes):
            self._next = item
            return b""
        self._before += self._at
        self._data = item
        self._at = 0
        self._next = next(self._chunks, None)
        return item if self._next is StreamBreak.MEMBER else b""

    def skip_member(self) -> None:
        """Skip the member that :meth:`whole_member` returned, and the break after it."""
        self._at = len(self._data)
        self._next = None
        self.gap = False

    def ready(self, most: int) -> bytes:
        """Return at most ``most`` next bytes without waiting for more than there are, and leave them.

        Empty only at the end.
        """
        if self._at == len(self._data):
            self._fill()
        return self._data[self._at : self._at + most]

    def header(self, names: tuple[bytes, ...], stop: bytes, most: int) -> tuple[int, bool, list[str]]:
        """Parse the next header (:func:`_headers.header`) and leave it; the first value is its length in bytes.

        The length is -1 if it does not end within ``most`` bytes.
        """
        parse = _headers().header
        while True:
            end, whole, values = parse(self._data, self._at, min(len(self._data), self._at + most), names, stop)
            held = len(self._data) - self._at
            # Twice as many bytes each time, since it is parsed again from its beginning.
            if end >= 0 or held >= most or len(self.peek(min(2 * held + 1, most))) == held:
                return end if end < 0 else end - self._at, whole, values

    def peek(self, size: int) -> bytes:
        """Return the next ``size`` bytes, fewer only at the end, and leave them."""
        if len(self._data) - self._at < size:
            self.holds(size)
        return self._data[self._at : self._at + size]

    def ahead(self, size: int) -> memoryview:
        """Return the next ``size`` bytes as :meth:`peek` does, without copying them."""
        if len(self._data) - self._at < size:
            self.holds(size)
        return memoryview(self._data)[self._at : self._at + size]

    def held(self, passed: int = 0) -> tuple[bytes, int, int]:
        """Skip ``passed`` bytes that have been read ahead; return what was, without copying it.

        Then where in that the next byte is, and its offset.
        """
        at = self._at = self._at + passed
        return self._data, at, self._before + at

    def next_chunk(self) -> bytes:
        """Return the chunk after what is held, and leave it; empty if there is none, or a break precedes it."""
        if not self.pending:
            self._next = self._item()
        return self._next if isinstance(self._next, bytes) else b""

    def skip_into_next(self, size: int) -> None:
        """Skip what is held, and ``size`` bytes of the chunk that :meth:`next_chunk` returned."""
        assert isinstance(self._next, bytes)
        self._before += len(self._data)
        self._data, self._at, self._next = self._next, size, None

    def holds(self, size: int) -> bool:
        """Return True if ``size`` bytes follow; they are read ahead."""
        while len(self._data) - self._at < size:
            if not self._fill():
                return False
        return True

    def read_available(self, most: int = CHUNK) -> bytes:
        """Return at most ``most`` next bytes; empty only at the end."""
        if self._at == len(self._data) and not self._fill():
            return b""
        at = self._at
        data = self._data if not at and len(self._data) <= most else self._data[at : at + most]
        self._at = at + len(data)
        return data

    def unread(self, data: bytes) -> None:
        """Put back the bytes that were read last."""
        if self._at >= len(data):
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
        """Skip ``size`` bytes; return how many there were."""
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
        """Skip bytes that are in ``passed``; return the ``size`` bytes that follow, and leave them."""
        while True:
            at, data = self._at, self._data
            while at < len(data) and data[at] in passed:
                at += 1
            self._at = at
            if at < len(data) or not self._fill():
                return self.peek(size)

    def chunks(self) -> Iterator[bytes]:
        """Yield the rest."""
        while data := self.read_available():
            yield data

    def rest(self) -> bytes | ByteStream:
        """Return the rest, as bytes if all of it has been read."""
        return self._data[self._at :] if self._chunks is _NOTHING else self

    def until(self, mark: bytes, most: int, start: int = 0) -> int:
        """Return how many bytes precede ``mark``, searched for from ``start``; -1 if that is not within ``most``."""
        start += self._at
        while (found := self._data.find(mark, start, self._at + most)) < 0:
            if len(self._data) - self._at >= most:
                return -1
            start = max(start, len(self._data) - len(mark) + 1) - self._at
            if not self._fill():
                return -1
            start += self._at
        return found - self._at

    def find_header(self, mark: bytes, is_header: Callable[[], bool | None], before: int = 0) -> bool:
        """Skip to the next header: there ``mark`` follows after ``before`` bytes, and ``is_header`` returns True.

        False at the end, or if ``is_header`` returns None.
        """
        while self.find(mark, before):
            found = is_header()
            if found is not False:
                return found is True
            self.skip(1)
        return False

    def find(self, mark: bytes, before: int = 0) -> bool:
        """Skip to where ``mark`` follows after ``before`` bytes; return False at the end."""
        return self._find(lambda data, start: data.find(mark, start), len(mark), before)

    def find_match(self, pattern: re.Pattern[bytes], size: int, before: int = 0) -> bool:
        """Skip to where what ``pattern`` matches, ``size`` bytes, follows after ``before``; return False at the end."""

        def place(data: bytes, start: int) -> int:
            found = pattern.search(data, start)
            return -1 if found is None else found.start()

        return self._find(place, size, before)

    def _find(self, place: Callable[[bytes, int], int], size: int, before: int) -> bool:
        start = self._at + before
        while (found := place(self._data, start)) < 0:
            searched = max(start, len(self._data) - size + 1)
            self._at = min(max(searched - before, self._at), len(self._data))
            start = searched - self._at
            if not self._fill():
                self._at = len(self._data)
                return False
            start += self._at
        self._at = found - before
        return True


def after_damage(stream: ByteStream, resumed: bool) -> str:
    """Return the end of a message about damage: where reading resumes."""
    return f"resuming at byte {stream.offset}" if resumed else "the rest is unreadable"


def whole(data: bytes, offset: int = 0) -> ByteStream:
    """Return a stream of these bytes, which ``offset`` others precede."""
    return ByteStream(_NOTHING, data, offset)


_NOTHING: Iterator[bytes | StreamBreak] = iter(())


class Section:
    """The next ``size`` bytes of a stream, as chunks; :meth:`finish` skips those that were not read.

    The size of the chunks does not depend on the chunks that the stream is made of.
    """

    __slots__ = ("left", "stream", "truncated")

    def __init__(self, stream: ByteStream, size: int) -> None:
        self.stream: ByteStream = stream
        self.left: int = size
        self.truncated: bool = False

    def __iter__(self) -> Iterator[bytes | StreamBreak]:
        while self.left and not self.truncated:
            if data := self.read(PIECE):
                yield data
            elif not self._continues():
                self.truncated = True
                yield StreamBreak.TRUNCATED

    def _continues(self) -> bool:
        """Return True if more bytes may follow where the stream stops."""
        return False

    def read(self, size: int) -> bytes:
        """Return the next ``size`` bytes, fewer only at the end."""
        data = self.stream.read(min(size, self.left))
        self.left -= len(data)
        return data

    def finish(self) -> bool:
        """Skip the rest; return False if it was not all there."""
        while self.left and not self.truncated:
            self.left -= self.stream.skip(self.left)
            self.truncated = self.left > 0 and not self._continues()
        return not self.left
