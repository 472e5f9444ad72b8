"""Chunks in, windows out: the buffer between a reader and the kernel. Sans-IO.

It passes the kernel bytes with enough before them (:data:`LOOKBEHIND`) and, on demand, more after them; it never
searches a byte twice for an anchor, and keeps no more than the current reference. A chunk is read where it is: only its
beginning is copied, to be read with the end of the one before, as a seam.

Why it stays linear: a reference that needs more bytes is not tried again before those after its colon have doubled, and
not before as many came as were examined in vain: so all its tries together cost less than the input they waited for,
and the last one.
"""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.limits import MAX_LINE_BEFORE, MAX_SCHEME
from uri_extract.scan import Kernel

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Kernels whose documents were read to their ends: making one costs as much as some kilobytes of text.
_SPARE: list[Any] = []
_MOST_SPARE = 4

#: Bytes before the kernel's position that a window must still have.
LOOKBEHIND: int = MAX_LINE_BEFORE + 4 * MAX_SCHEME


class Windows:
    """Reads a document in chunks of any size; the rows are the same for every way of cutting it.

    After each step of :meth:`feed` and :meth:`close`, ``kernel`` holds rows (:mod:`uri_extract.scan.rows`) whose
    positions count from the start of ``window``, which is at byte ``offset`` of the document.
    """

    def __init__(self, kernel: Any = None) -> None:
        self._lent = kernel is None
        self.kernel: Any = _spare() if kernel is None else kernel()
        #: Whether the kernel keeps its decisions (:mod:`uri_extract.scan.explain`): then each read is a step.
        self.decides: bool = self.kernel.explains
        self.window: bytes = b""
        self.offset: int = 0
        #: Whether the window is the end of a chunk and the beginning of the next one.
        self.is_seam: bool = False
        #: The byte of the document before which everything is decided.
        self.decided: int = 0
        self._low = 0  # where the last reference ended
        self._kept = b""  # the bytes before those that come next, and where they begin
        self._begin = 0
        self._chunks: list[bytes] = []
        self._held = self._wanted = 0

    def start(self, offset: int, skipped: int) -> None:
        """Set the ``offset`` of the first byte in the document; references begin after the first ``skipped`` bytes.

        Both are 0 by default.
        """
        self.offset = self._begin = offset
        self.decided = self._low = offset + skipped
        self._wanted = skipped + 1

    def take_whole(self, document: bytes) -> None:
        """Take all of a document, another one each time: the kernel is to be run until it has read it."""
        self.window = document
        self.offset = self.kernel.offset = 0
        self.kernel.load(document, 0, 0, True)

    def feed(self, chunk: bytes, final: bool = False) -> Iterable[None]:
        """Take the document's next bytes, the last ones if ``final``; at each step rows are to be read."""
        if chunk:
            self._chunks.append(chunk)
            self._held += len(chunk)
        if final:
            return self.close()
        return self._read(final=False) if self._held >= self._wanted and self._held else ()

    def close(self) -> Iterable[None]:
        """Take the end of the document; at each step rows are to be read."""
        return self._read(final=True) if self._begin + len(self._kept) + self._held >= self.decided else ()

    def release(self) -> None:
        """Release the kernel, once the document was closed and its rows read: another document may use it."""
        if self._lent and len(_SPARE) < _MOST_SPARE:
            self._lent = False
            self.kernel.load(b"", 0, 0, True)  # no window is kept
            _SPARE.append(self.kernel)

    def _read(self, final: bool) -> Iterator[None]:
        """Read what is held: its beginning in seams, until the kernel looks back at nothing before it."""
        chunk = self._chunks[0] if len(self._chunks) == 1 else b"".join(self._chunks)
        self._chunks = []
        self._held = 0
        kernel, kept, offset = self.kernel, self._kept, self._begin
        begin = offset + len(kept)
        moves = self.decided < begin  # away from what is not decided: a step, because lines are counted there
        size = self._wanted if self._wanted > LOOKBEHIND else LOOKBEHIND
        self.is_seam = True
        while self.is_seam:
            if not kept or self.decided >= begin + LOOKBEHIND:
                self.is_seam = False
                window, offset = chunk, begin
            elif 2 * size > len(chunk):
                self.is_seam = False
                window = kept + chunk
            else:
                window = kept + chunk[:size]
            self.window = window
            self.offset = kernel.offset = offset
            low = self._low - offset
            kernel.load(window, self.decided - offset, low if low > 0 else 0, final and not self.is_seam)
            more = True
            while more:
                more = kernel.scan()
                self.decided, self._low = offset + kernel.pos, offset + kernel.low
                if kernel.count or more or moves or self.decides:
                    yield
            self._wanted = max(len(window) - kernel.pos, kernel.cost) if kernel.need else 0
            size += max(size, self._wanted)
        keep = self.decided - offset - LOOKBEHIND
        self._kept = window[keep:] if keep > 0 else window
        self._begin = offset + keep if keep > 0 else offset


def _spare() -> Any:
    """Return an unused kernel."""
    try:
        kernel = _SPARE.pop()
    except IndexError:
        return Kernel()
    kernel.examined = 0
    return kernel
