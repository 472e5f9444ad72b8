"""The buffer between a reader and the tokenizer (:mod:`uri_extract.media.markup.windows`).

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython


@cython.cclass
class Windows:
    """Passes a document that comes in chunks of any size to a ``tokenizer``, which may have read another one before.

    After each scan the tokenizer holds rows (:mod:`uri_extract.media.markup.rows`), which do not depend on how the
    document was cut. Their positions count from the start of ``window``, which is at byte ``offset`` of the document.
    """

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer: Any = tokenizer
        self.chunks: list[bytes] = []  # waiting, after the bytes that are kept of the window
        self.restart()

    def restart(self) -> cython.int:
        """Begin another document."""
        self.window = b""
        self.offset = 0
        self.held = 0  # bytes in the chunks
        if self.chunks:
            self.chunks.clear()
        return 0

    def take(self, chunk: bytes, final: cython.bint = False) -> cython.bint:
        """Take the next bytes of the document, the last ones if ``final``; return True if there is a window to scan."""
        keep: cython.Py_ssize_t = self.tokenizer.pos
        if chunk and not self.held and keep == len(self.window):  # as at the beginning of every document
            self.window = chunk
            self.offset += keep
            self.tokenizer.load(chunk, 0, final)
            return True
        if chunk:
            self.chunks.append(chunk)
            self.held += len(chunk)
        if not final and self.held <= len(self.window) - keep:
            return False
        if keep < len(self.window):
            self.chunks.insert(0, self.window[keep:])
        self.window = self.chunks[0] if len(self.chunks) == 1 else b"".join(self.chunks)
        self.offset += keep
        self.chunks.clear()
        self.held = 0
        self.tokenizer.load(self.window, 0, final)
        return True

    @property
    def end(self) -> int:
        """The offset in the window at which the last read ended: everything before it is settled."""
        pos: int = self.tokenizer.pos
        return pos
