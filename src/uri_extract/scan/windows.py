"""Chunks in, windows out: the buffer between a reader and the kernel. Sans-IO.

It passes the kernel bytes with enough before them (:data:`LOOKBEHIND`) and, on demand, more after them; it never
searches a byte twice for an anchor, and keeps no more than the current reference. Why it stays linear: a reference that
needs more bytes is not tried again before those after its colon have doubled, and not before as many came as were
examined in vain: so all its tries together cost less than the input they waited for, and the last one.
"""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.limits import MAX_LINE_BEFORE, MAX_SCHEME
from uri_extract.scan import Kernel

if TYPE_CHECKING:
    from collections.abc import Iterator

# Kernels whose documents were read to their ends: making one costs as much as some kilobytes of text.
_SPARE: list[Any] = []
_MOST_SPARE = 4

#: Bytes before the kernel's position that a window must still have.
LOOKBEHIND = MAX_LINE_BEFORE + 4 * MAX_SCHEME


class Windows:
    """Reads a document in chunks of any size; the rows are the same for every way of cutting it.

    After each step of :meth:`feed` and :meth:`close`, ``kernel`` holds rows (:mod:`uri_extract.scan.rows`) whose
    positions count from the start of ``window``, which is at byte ``offset`` of the document.
    """

    def __init__(self, kernel: Any = None) -> None:
        self._lent = kernel is None
        self.kernel = _spare() if kernel is None else kernel()
        #: Whether the kernel keeps its decisions (:mod:`uri_extract.scan.explain`): then each read is a step.
        self.decides: bool = self.kernel.explains
        self.window = b""
        self.offset = 0
        self._pos = self._low = 0
        self._chunks: list[bytes] = []
        self._held = self._wanted = 0

    def start(self, offset: int, behind: int) -> None:
        """Set the ``offset`` of the first byte in the document; references begin after the first ``behind`` bytes.

        Both are 0 by default.
        """
        self.offset = offset
        self._pos = self._low = behind
        self._wanted = behind + 1

    def feed(self, chunk: bytes) -> Iterator[None]:
        """Take the document's next bytes; at each step rows are to be read."""
        if chunk:
            self._chunks.append(chunk)
            self._held += len(chunk)
        if self._held >= self._wanted and self._held:
            yield from self._read(final=False)

    def close(self) -> Iterator[None]:
        """Take the end of the document; at each step rows are to be read."""
        if self._held + len(self.window) >= self._pos:
            yield from self._read(final=True)

    def release(self) -> None:
        """Release the kernel, once the document was closed and its rows read: another document may use it."""
        if self._lent and len(_SPARE) < _MOST_SPARE:
            self._lent = False
            self.kernel.load(b"", 0, 0, True)  # no window is kept
            _SPARE.append(self.kernel)

    @property
    def end(self) -> int:
        """Where the last read ended, in the window: everything before it is decided."""
        return self._pos

    def _read(self, final: bool) -> Iterator[None]:
        kernel = self.kernel
        keep = max(0, self._pos - LOOKBEHIND)
        if keep or self.window:
            self._chunks.insert(0, self.window[keep:])
        self.window = self._chunks[0] if len(self._chunks) == 1 else b"".join(self._chunks)
        self.offset += keep
        self._chunks = []
        kernel.offset = self.offset
        kernel.load(self.window, self._pos - keep, max(0, self._low - keep), final)
        more = True
        while more:
            more = kernel.scan()
            self._pos, self._low = kernel.pos, kernel.low
            if kernel.count or more or self.decides:
                yield
        self._held = 0
        self._wanted = max(len(self.window) - self._pos, kernel.cost) if kernel.need and not final else 0


def _spare() -> Any:
    """Return an unused kernel."""
    try:
        kernel = _SPARE.pop()
    except IndexError:
        return Kernel()
    kernel.examined = 0
    return kernel
