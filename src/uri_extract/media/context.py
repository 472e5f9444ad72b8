"""What stands around each reference: a scanner around a scanner, which keeps bytes as long as they may be asked for.

References come out later than their bytes go in: behind the next chunk, in HTML behind all that is held back until the
base is known. So the last :data:`~uri_extract.limits.MAX_CONTEXT_KEPT` bytes are kept, counted from where a block of
:data:`BLOCK` bytes begins, and the scanner is fed no chunk that reaches over the end of a block: what is too far back
depends on the document, and not on how it was cut into chunks.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from uri_extract.limits import MAX_CONTEXT_KEPT
from uri_extract.records import Occurrence, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: What an occurrence has that knows what stands around it.
CONTEXT: Final = ("before", "after")

#: Bytes; no chunk that the scanner is fed reaches over the end of one.
BLOCK: Final = 1 << 18
# Chunks that are smaller together are kept as one.
_SMALL: Final = 1 << 14


class Context:
    """A scanner whose occurrences are :class:`InContext`, with ``size`` bytes of the document before and after each.

    ``scanner`` is any that there is; ``feed``, ``close`` and ``contained`` are as it has them. An occurrence is held
    back until what stands behind it is there. Where something is too far back, that is a problem record
    ("context-too-far"), once for a document.
    """

    def __init__(
        self, scanner: Any, size: int, *, document: str | None = None, on_problem: Callable[[Problem], None]
    ) -> None:
        self._scanner = scanner
        self._size = size & ~3 if size > 3 else size  # whole units of UTF-16 and UTF-32
        self._document = document
        self._on_problem = on_problem
        self._inside: list[Any] = getattr(scanner, "contained", [])
        self.contained: list[Any] = []
        self._fed = 0
        self._from = 0  # bytes before this are too far back
        self._starts: deque[int] = deque()  # of the chunks that are kept
        self._chunks: deque[bytes] = deque()
        # Occurrences, each with what stands before it, and documents inside, in their order.
        self._waiting: deque[tuple[Any, _Slice | None]] = deque()
        self._told = False

    def feed(self, chunk: bytes) -> list[InContext]:
        """Take the next bytes of the document; return what they completed."""
        out: list[InContext] = []
        for piece in self._blocks(chunk):
            self._keep(piece)
            self._take(self._scanner.feed(piece), out, final=False)
        return out

    def close(self) -> list[InContext]:
        """Say that nothing follows; return what was still open."""
        out: list[InContext] = []
        self._take(self._scanner.close(), out, final=True)
        return out

    def _blocks(self, chunk: bytes) -> Iterator[bytes]:
        at = 0
        while at < len(chunk):
            end = at + BLOCK - self._fed % BLOCK
            yield chunk[at:end]
            at = end

    def _keep(self, piece: bytes) -> None:
        if self._chunks and len(self._chunks[-1]) + len(piece) <= _SMALL:
            self._chunks[-1] += piece
        else:
            self._starts.append(self._fed)
            self._chunks.append(piece)
        self._fed += len(piece)
        self._from = (self._fed - 1) // BLOCK * BLOCK - MAX_CONTEXT_KEPT
        while self._starts[0] + len(self._chunks[0]) <= self._from:
            self._starts.popleft()
            self._chunks.popleft()

    def _take(self, found: list[Occurrence], out: list[InContext], final: bool) -> None:
        """Add what has its context, in order, with documents inside at their places; what has it not waits."""
        self._complete(out, final)
        at = 0
        for number, inside in self._inside:
            self._take_some(found[at:number], out, final)
            self._waiting.append((inside, None))
            self._complete(out, final)
            at = number
        self._inside.clear()
        self._take_some(found[at:] if at else found, out, final)

    def _take_some(self, found: list[Occurrence], out: list[InContext], final: bool) -> None:
        size, last = self._size, self._fed - self._size
        codec = getattr(self._scanner, "codec", None)
        chunk, offset = (self._chunks[-1], self._starts[-1]) if self._chunks else (b"", 0)
        for occurrence in found:
            start, end = occurrence.start, occurrence.end
            if start - size >= offset and end <= last and not self._waiting:  # nearly all: it stands in one chunk
                start, end = start - offset, end - offset
                around = (chunk, start - size, start), (chunk, end, end + size)
                out.append(InContext.of(occurrence, *around, codec))
            else:
                self._waiting.append((occurrence, self._before(occurrence)))
                self._complete(out, final)

    def _complete(self, out: list[InContext], final: bool) -> None:
        """Add what has its context, and what stands behind none that has it not."""
        waiting, size = self._waiting, self._size
        codec = getattr(self._scanner, "codec", None)
        while waiting:
            item, before = waiting[0]
            if not isinstance(item, Occurrence):
                self.contained.append((len(out), item))
            else:
                if before is not None and item.end + size > self._fed and not final:
                    return
                after = None if before is None else self._slice(item.end, item.end + size)
                out.append(InContext.of(item, before, after, codec))
            waiting.popleft()

    def _before(self, occurrence: Occurrence) -> _Slice | None:
        start = occurrence.start
        if start < 0:  # a document whose places are not known
            return None
        begin = max(0, start - self._size)
        if begin >= self._from:
            return self._slice(begin, start)
        if not self._told:
            self._told = True
            message = (
                f"a reference comes out more than {MAX_CONTEXT_KEPT} bytes behind its place: what stands around it, "
                "and around others here perhaps, is not kept"
            )
            self._on_problem(Problem(self._document, start, "context-too-far", message))
        return None

    def _slice(self, begin: int, end: int) -> _Slice:
        """Return bytes that are kept."""
        end = min(end, self._fed)
        if begin >= end:
            return b"", 0, 0
        number = bisect_right(self._starts, begin) - 1
        start, chunk = self._starts[number], self._chunks[number]
        if end <= start + len(chunk):
            return chunk, begin - start, end - start
        parts = []
        while start < end:
            parts.append(chunk[max(0, begin - start) : end - start])
            start += len(chunk)
            number += 1
            if number == len(self._chunks):
                break
            chunk = self._chunks[number]
        data = b"".join(parts)
        return data, 0, len(data)
