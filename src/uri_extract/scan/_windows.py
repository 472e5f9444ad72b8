"""The buffer between a reader and the kernel (:mod:`uri_extract.scan.windows`)."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any

try:
    import cython
except ImportError:
    from uri_extract._compat import _cython as cython

from uri_extract.scan import Kernel

if not cython.compiled:
    from uri_extract import limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Kernels to be used again: creating one costs as much as reading some kilobytes of text.
_SPARE: list[Any] = []
_MOST_SPARE = 4

#: Bytes before the kernel's position that a window must still have.
LOOKBEHIND: int = limits.MAX_LINE_BEFORE + 4 * limits.MAX_SCHEME
_LOOKBEHIND = cython.declare(cython.longlong, LOOKBEHIND)


@cython.cclass
class Windows:
    """Reads a document in chunks of any size; the rows are the same for every way of cutting it.

    After each step of :meth:`feed` and :meth:`close`, ``kernel`` holds rows (:mod:`uri_extract.scan.rows`) whose
    positions count from the start of ``window``, which is at byte ``offset`` of the document.
    """

    def __init__(self, kernel: Any = None) -> None:
        self.lent = kernel is None
        self.kernel: Any = _spare() if kernel is None else kernel()
        #: True if the kernel keeps its decisions (:mod:`uri_extract.scan.explain`): then each read is a step.
        self.decides: bool = self.kernel.explains
        self.chunks: list[bytes] = []
        self.restart()

    def restart(self) -> cython.int:
        """Begin another document, with the same kernel. No window is kept."""
        self.kernel.examined = 0
        self.kernel.load(b"", 0, 0, True)
        self.window: bytes = b""
        self.offset: int = 0
        #: True if the window joins the end of a chunk and the beginning of the next one.
        self.is_seam: bool = False
        #: The offset in the document before which everything is decided.
        self.decided: int = 0
        self.low = 0  # where the last reference ended
        self.kept = b""  # the bytes kept before the next chunk
        self.begin = 0  # their offset in the document
        self.chunks.clear()
        self.held = self.wanted = 0
        return 0

    def start(self, offset: int, skipped: int) -> None:
        """Set the ``offset`` of the first byte in the document; no reference begins in the first ``skipped`` bytes.

        Both are 0 by default.
        """
        self.offset = self.begin = offset
        self.decided = self.low = offset + skipped
        self.wanted = skipped + 1

    def take_whole(self, document: bytes) -> cython.int:
        """Load a whole document, a new one with each call; the caller runs the kernel until ``scan`` returns False."""
        self.window = document
        self.offset = self.kernel.offset = 0
        self.kernel.load(document, 0, 0, True)
        return 0

    def feed(self, chunk: bytes, final: bool = False) -> Iterable[None]:
        """Take the next bytes of the document, the last ones if ``final``; the caller reads rows at each step."""
        if chunk:
            self.chunks.append(chunk)
            self.held += len(chunk)
        if final:
            return self.close()
        return self._read(final=False) if self.held >= self.wanted and self.held else ()

    def close(self) -> Iterable[None]:
        """Take the end of the document; the caller reads rows at each step."""
        return self._read(final=True) if self.begin + len(self.kept) + self.held >= self.decided else ()

    def __del__(self) -> None:
        self.release()

    def release(self) -> None:
        """Release the kernel to another document, after this one was closed and its rows read."""
        if self.lent and len(_SPARE) < _MOST_SPARE:
            self.lent = False
            self.kernel.load(b"", 0, 0, True)  # no window is kept
            _SPARE.append(self.kernel)

    def _read(self, final: bool) -> Iterator[None]:
        """Read the held bytes, first in seams, until the kernel no longer looks back at the bytes before them."""
        chunk: bytes = self.chunks[0] if len(self.chunks) == 1 else b"".join(self.chunks)
        self.chunks.clear()
        self.held = 0
        kernel: Any = self.kernel
        kept: bytes = self.kept
        window: bytes = chunk
        offset: cython.longlong = self.begin
        begin: cython.longlong = offset + len(kept)
        # Some of the kept bytes are undecided: a step without rows too, because callers count lines at each step.
        moves: cython.bint = self.decided < begin
        size: cython.longlong = max(self.wanted, _LOOKBEHIND)
        pos: cython.longlong = 0
        self.is_seam = True
        while self.is_seam:
            if not kept or self.decided >= begin + _LOOKBEHIND:
                self.is_seam = False
                window, offset = chunk, begin
            elif 2 * size > len(chunk):
                self.is_seam = False
                window = kept + chunk
            else:
                window = kept + chunk[:size]
            self.window = window
            self.offset = kernel.offset = offset
            kernel.load(window, self.decided - offset, max(0, self.low - offset), final and not self.is_seam)
            more: cython.bint = True
            while more:
                more = kernel.scan()
                pos = kernel.pos
                low: cython.longlong = kernel.low
                self.decided, self.low = offset + pos, offset + low
                if kernel.count or more or moves or self.decides:
                    yield
            self.wanted = max(len(window) - pos, kernel.cost) if kernel.need else 0
            size += max(size, self.wanted)
        keep: cython.longlong = self.decided - offset - _LOOKBEHIND
        self.kept = window[keep:] if keep > 0 else window
        self.begin = offset + keep if keep > 0 else offset


def _spare() -> Any:
    try:
        return _SPARE.pop()
    except IndexError:
        return Kernel()
