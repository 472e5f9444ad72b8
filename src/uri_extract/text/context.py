"""The text around each reference: a scanner that wraps another one, and keeps bytes as long as they may be needed.

References are emitted later than their bytes are read: with the next chunk, or in HTML after everything that is held
back until the base is known. So the last :data:`~uri_extract.limits.MAX_CONTEXT_KEPT` bytes are kept, counted from the
start of a block of :data:`BLOCK` bytes. No chunk that is passed to the inner scanner crosses the end of a block, so
which context is lost depends on the document alone, not on how it was cut into chunks.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator

from uri_extract._compat._typing import Any, Final
from uri_extract.limits import MAX_CONTEXT_KEPT
from uri_extract.rows import Page, Pool, Rows, compact, layout, page_of
from uri_extract.rows.details import More
from uri_extract.rows.records import Problem
from uri_extract.text.base import BaseScanner, ScannerAround

#: : The fields of an occurrence with context.
CONTEXT: Final = ("before", "after")

#: The size of a block in bytes; no chunk passed to the inner scanner crosses the end of a block.
BLOCK: Final = 1 << 18
# Chunks are joined as long as they have at most this many bytes together.
_SMALL: Final = 1 << 14

# Bytes, and the start and end of a slice of them.
_Slice = tuple[bytes, int, int]


class Context(ScannerAround):
    """A scanner whose occurrences have as context ``size`` bytes of the document before and after each.

    They are :class:`~uri_extract.rows.in_context.InContext`. A row is held back until the bytes after it were read. If
    the bytes before it are no longer kept, a problem ("context-too-far") is reported, once per document.
    """

    def __init__(
        self, scanner: BaseScanner, size: int, *, document: str | None = None, on_problem: Callable[[Problem], None]
    ) -> None:
        self._scanner = scanner
        self._size = size & ~3 if size > 3 else size  # whole code units of UTF-16 and UTF-32
        self._document = document
        self._on_problem = on_problem
        self._fed = 0
        self._from = 0  # bytes before this are no longer kept
        self._starts: deque[int] = deque()  # of the chunks that are kept
        self._chunks: deque[bytes] = deque()
        self._rows = Rows(Pool())
        self._documents: list[tuple[int, Any]] = []  # each with the number of the row after it
        self._waiting: deque[_Slice | None] = deque()  # the bytes before the rows that have no context yet
        self._reported = False

    def _read(self, chunk: bytes, final: bool) -> Page:
        for piece in self._blocks(chunk):
            self._keep(piece)
            self._take(self._scanner.read(piece))
        if final:
            self._take(self._scanner.read(b"", final=True))
            self._complete(final=True)
        count = self._rows.count - len(self._waiting)
        page = page_of(self._rows, count)
        page.documents.extend(each for each in self._documents if each[0] <= count)
        self._documents = [(number - count, inside) for number, inside in self._documents if number > count]
        compact(self._rows.pool, [self._rows])
        return page

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

    def _take(self, page: Page) -> None:
        """Add the rows of a page of the inner scanner."""
        self._complete()
        rows = self._rows
        begin = rows.count
        self._documents += [(begin + number, inside) for number, inside in page.documents]
        rows.add_page(page)
        for row in range(begin, rows.count):
            self._waiting.append(self._before(rows.get(row, layout.START)))
        self._complete()

    def _complete(self, final: bool = False) -> None:
        """Set the context of rows, up to the first one whose following bytes were not read yet."""
        rows, size, last = self._rows, self._size, self._fed if final else self._fed - self._size
        row, codec = rows.count - len(self._waiting), self._scanner.codec
        while self._waiting:
            before, end, after = self._waiting[0], rows.get(row, layout.END), None
            if before is not None:
                if end > last:
                    return
                after = self._slice(end, end + size)
            raw, details, _ = rows.more(row)
            rows.set_more(row, More(raw, details, (before, after, codec)))
            self._waiting.popleft()
            row += 1

    def _before(self, start: int) -> _Slice | None:
        if start < 0:  # a document without known places
            return None
        begin = max(0, start - self._size)
        if begin >= self._from:
            return self._slice(begin, start)
        if not self._reported:
            self._reported = True
            message = (
                f"context unavailable: reference was reported more than {MAX_CONTEXT_KEPT} bytes after its position, "
                "as others may have been"
            )
            self._on_problem(Problem(self._document, start, "context-too-far", message))
        return None

    def _slice(self, begin: int, end: int) -> _Slice:
        """Return a slice of the bytes that are kept."""
        end = min(end, self._fed)
        if begin >= end:
            return b"", 0, 0
        if begin >= self._starts[-1]:  # the usual case
            return self._chunks[-1], begin - self._starts[-1], end - self._starts[-1]
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
