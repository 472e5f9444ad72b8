"""A document's bytes as a stream that is read once, forwards, with lookahead.

A kernel (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

from functools import cache

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract._typing import Any
from uri_extract.limits import CHUNK
from uri_extract.scan import variant
from uri_extract.sources.breaks import StreamBreak

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator

    from uri_extract.sources.breaks import Members

# The most bytes read ahead that are copied for each further chunk.
_SHORT = cython.declare(cython.Py_ssize_t, 1 << 12)
_MEMBER = cython.declare(object, StreamBreak.MEMBER)


@cache
def _headers() -> Any:
    return variant("uri_extract.sources._headers")


@cython.cclass
class ByteStream:
    """Chunks as a stream of bytes. It holds the current chunk, and bytes that have been read ahead.

    If ``stops_at_members`` is set, reading stops at a break like at the end, until :meth:`next_member`. Otherwise the
    bytes of members are joined, and a line feed replaces a gap, so that nothing is joined across it.

    ``window`` has the held bytes, ``at`` is the position of the next byte in it, and ``before`` the number of bytes
    before it.
    """

    def __init__(self, chunks: Iterator[bytes | StreamBreak], data: bytes = b"", offset: cython.longlong = 0) -> None:
        self._chunks = chunks
        self.window = data
        self.at = 0
        self.before = offset
        self._next: bytes | StreamBreak | None = None  # what was read ahead: the break after chunks that were joined
        self.stops_at_members: bool = False
        self.pending: bool = False  # a break follows what is held
        self.gap: bool = False  # bytes were missing at the last break
        self.truncated: bool = False  # it ended too soon, which was reported
        self.members: Members | None = None  # if it is decompressed

    @property
    def offset(self) -> int:
        """Bytes read so far, and those that precede a part."""
        offset: int = self.before + self.at
        return offset

    def _fill(self) -> cython.bint:
        """Hold another chunk; return False at the end, and at a break if the stream stops there."""
        left: cython.Py_ssize_t
        chunk: bytes
        if self.pending:
            return False
        while True:
            item = self._item()
            if isinstance(item, bytes):
                chunk = item
            elif item is None:
                return False
            elif not isinstance(item, StreamBreak):
                raise TypeError(f"chunks must be bytes, not {type(item).__name__}")
            elif item is StreamBreak.TRUNCATED:
                self.truncated = True
                continue
            elif self.stops_at_members:
                self.pending = True
                self.gap = item is StreamBreak.GAP
                return False
            elif item is _MEMBER:
                continue
            else:
                chunk = b"\n"
            if chunk:
                self.before += self.at
                left = len(self.window) - self.at
                if left > _SHORT:  # held bytes would be copied, which must not happen for every few bytes
                    chunk = self._more(chunk, left >> 1)
                self.window = self.window[self.at :] + chunk if left else chunk
                self.at = 0
                return True

    def _item(self) -> bytes | StreamBreak | None:
        """Return the next chunk or break; None at the end."""
        item = self._next
        if item is None:
            return next(self._chunks, None)
        self._next = None
        return item

    def _more(self, chunk: bytes, size: cython.Py_ssize_t) -> bytes:
        """Return a chunk joined with those after it, up to ``size`` bytes or more; fewer only at the end or a break."""
        chunks: list[bytes] = [chunk]
        size -= len(chunk)
        while size > 0:
            item = next(self._chunks, None)
            if not isinstance(item, bytes):
                self._next = item
                break
            chunks.append(item)
            size -= len(item)
        return b"".join(chunks) if len(chunks) > 1 else chunk

    def next_member(self) -> bool:
        """Continue after a break; return False if there is none."""
        crossed: bool = self.pending
        self.pending = False
        return crossed

    def whole_members(self) -> Any:
        """Return the reader of whole compressed members (:class:`_gzip.WholeMembers`), if the next one begins here.

        Return None within a member, or if there is no such reader. Report what it read with :meth:`passed`.
        """
        if self.at < len(self.window) or self._next is not None or self.pending or self.members is None:
            return None
        return self.members.whole()

    def passed(self, size: cython.longlong, member: bytes = b"") -> None:
        """Count ``size`` bytes of members that were read without this stream; ``member`` is the next member."""
        self.before += size
        if member:
            self.before += self.at
            self.window = member
            self.at = 0
            self._next = _MEMBER

    def whole_member(self) -> bytes:
        """Return the next compressed member without reading it; empty if it has several chunks or was partly read."""
        if self.at < len(self.window) or self.pending or self.members is None:
            return b""
        item = self._item()
        if not isinstance(item, bytes):
            self._next = item
            return b""
        self.before += self.at
        self.window = item
        self.at = 0
        self._next = next(self._chunks, None)
        return item if self._next is _MEMBER else b""

    def skip_member(self) -> None:
        """Skip the member that :meth:`whole_member` returned, and the break after it."""
        self.at = len(self.window)
        self._next = None
        self.gap = False

    def _held(self, size: cython.Py_ssize_t) -> bytes:
        """Return at most ``size`` next held bytes without reading them."""
        data: cython.p_const_uchar = self.window
        held: cython.Py_ssize_t = len(self.window) - self.at
        if size < held:
            return data[self.at : self.at + size] if size > 0 else b""
        return data[self.at : self.at + held] if self.at else self.window

    def ready(self, most: cython.Py_ssize_t) -> bytes:
        """Return at most ``most`` next bytes that are available without waiting, without reading them.

        The result is empty only at the end.
        """
        if self.at == len(self.window):
            self._fill()
        data: bytes = self._held(most)
        return data

    def header(self, names: tuple[bytes, ...], stop: bytes, most: cython.Py_ssize_t) -> tuple[int, bool, list[str]]:
        """Parse the next header (:func:`_headers.header`) without reading it; the first value is its length in bytes.

        The length is -1 if the header does not end within ``most`` bytes.
        """
        parse = _headers().header
        held: cython.Py_ssize_t
        while True:
            end, whole, values = parse(self.window, self.at, min(len(self.window), self.at + most), names, stop)
            held = len(self.window) - self.at
            if end >= 0 or held >= most:
                break
            self.holds(min(2 * held + 1, most))  # twice as many each time, because parsing starts again each time
            if len(self.window) - self.at == held:
                break
        return end if end < 0 else end - self.at, whole, values

    def peek(self, size: cython.Py_ssize_t, after: cython.Py_ssize_t = 0) -> bytes:
        """Return ``size`` bytes, from ``after`` bytes ahead on, without reading them; fewer only at the end."""
        self.holds(after + size)
        start: cython.Py_ssize_t = self.at + after
        data: bytes = self.window[start : start + size] if after else self._held(size)
        return data

    def ahead(self, size: cython.Py_ssize_t) -> memoryview:
        """Return the next ``size`` bytes as :meth:`peek` does, without copying them."""
        self.holds(size)
        return memoryview(self.window)[self.at : self.at + size]

    def next_chunk(self) -> bytes:
        """Return the chunk after the held bytes without reading it; empty at the end or before a break."""
        if not self.pending:
            self._next = self._item()
        return self._next if isinstance(self._next, bytes) else b""

    def skip_held(self, size: cython.Py_ssize_t) -> None:
        """Skip held bytes, and after these the beginning of the chunk that :meth:`next_chunk` returned."""
        at: cython.Py_ssize_t = self.at + size
        over: cython.Py_ssize_t = at - len(self.window)
        if over > 0:
            assert isinstance(self._next, bytes)
            self.before += len(self.window)
            self.window, self._next = self._next, None
            at = over
        self.at = at

    def holds(self, size: cython.Py_ssize_t) -> cython.bint:
        """Return True if ``size`` more bytes follow; they are then held."""
        while len(self.window) - self.at < size:
            if not self._fill():
                return False
        return True

    def read_available(self, most: cython.Py_ssize_t = CHUNK) -> bytes:
        """Return at most ``most`` next bytes; empty only at the end."""
        data: bytes
        if self.at == len(self.window) and not self._fill():
            return b""
        data = self._held(most)
        self.at += len(data)
        return data

    def unread(self, data: bytes) -> None:
        """Put back the bytes that were read last."""
        if self.at >= len(data):
            self.at -= len(data)
        else:
            self.before += self.at - len(data)
            self.window = data + self.window[self.at :]
            self.at = 0

    def read(self, size: cython.Py_ssize_t) -> bytes:
        """Return the next ``size`` bytes, fewer only at the end."""
        data: bytes = self._held(size)
        left: cython.Py_ssize_t = size - len(data)
        self.at += len(data)
        if left == 0:
            return data
        parts: list[bytes] = [data] if data else []
        while left and self._fill():
            data = self._held(left)
            self.at += len(data)
            left -= len(data)
            parts.append(data)
        return b"".join(parts)

    def skip(self, size: int) -> int:
        """Skip ``size`` bytes, which may be any number; return how many were skipped."""
        left: int = size
        held: cython.Py_ssize_t = len(self.window) - self.at
        while left > held:
            self.at += held
            left -= held
            if not self._fill():
                return size - left
            held = len(self.window)
        self.at += left
        return size

    def skip_past(self, passed: bytes, size: cython.Py_ssize_t) -> bytes:
        """Skip bytes that are in ``passed``; return the next ``size`` bytes without reading them."""
        data: cython.p_const_uchar
        at: cython.Py_ssize_t
        end: cython.Py_ssize_t
        while True:
            data = self.window
            at = self.at
            end = len(self.window)
            while at < end and data[at] in passed:
                at += 1
            self.at = at
            if at < end or not self._fill():
                break
        self.holds(size)
        found: bytes = self._held(size)
        return found

    def chunks(self) -> Iterator[bytes]:
        """Yield the remaining bytes."""
        while data := self.read_available():
            yield data

    def rest(self) -> bytes | ByteStream:
        """Return the remaining bytes: as bytes if all of them are held, otherwise as chunks."""
        return self.window[self.at :] if self._chunks is _NOTHING else self

    def until(self, mark: bytes, most: cython.Py_ssize_t, start: cython.Py_ssize_t = 0) -> int:
        """Return how many bytes precede ``mark``, which is searched from ``start``; -1 if it is not within ``most``."""
        found: int
        while (found := self.window.find(mark, self.at + start, self.at + most)) < 0:
            if len(self.window) - self.at >= most:
                return -1
            start = max(start, len(self.window) - self.at - len(mark) + 1)
            if not self._fill():
                return -1
        return found - self.at

    def find_header(self, mark: bytes, is_header: Callable[[], bool | None], before: cython.Py_ssize_t = 0) -> bool:
        """Skip to the next position with ``mark`` after ``before`` bytes for which ``is_header`` returns True.

        Return False at the end, or if ``is_header`` returns None.
        """
        while self.find(mark, before):
            found = is_header()
            if found is not False:
                return found is True
            self.skip(1)
        return False

    def find(self, mark: bytes, before: cython.Py_ssize_t = 0) -> bool:
        """Skip to the next position with ``mark`` after ``before`` bytes; return False at the end."""
        start: cython.Py_ssize_t = self.at + before
        found: cython.Py_ssize_t
        while start >= 0:
            found = self.window.find(mark, start)
            if found >= 0:
                self.at = found - before
                return True
            start = self._searched(start, len(mark), before)
        return False

    def find_match(self, pattern: re.Pattern[bytes], size: cython.Py_ssize_t, before: cython.Py_ssize_t = 0) -> bool:
        """Skip to the next position at which ``pattern`` (of ``size`` bytes) matches ``before`` bytes later.

        Return False at the end.
        """
        start: cython.Py_ssize_t = self.at + before
        while start >= 0:
            found = pattern.search(self.window, start)
            if found is not None:
                self.at = found.start() - before
                return True
            start = self._searched(start, size, before)
        return False

    def _searched(
        self, start: cython.Py_ssize_t, size: cython.Py_ssize_t, before: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Skip bytes that were searched in vain from ``start``; return where the search continues, -1 at the end.

        The search is for ``size`` bytes that begin ``before`` bytes after the next byte.
        """
        start = max(start, len(self.window) - size + 1)
        self.at = min(max(start - before, self.at), len(self.window))
        start -= self.at
        if not self._fill():
            self.at = len(self.window)
            return -1
        return start + self.at


def whole(data: bytes, offset: cython.longlong = 0) -> ByteStream:
    """Return a stream of these bytes, the first of which is at ``offset``."""
    return ByteStream(_NOTHING, data, offset)


_NOTHING: Iterator[bytes | StreamBreak] = iter(())
