"""Chunks in, windows out: the buffer between whoever reads and the tokenizer. Sans-IO.

It keeps only what is not settled: the tag or the current run, which are bounded (:mod:`uri_extract.limits`). The
tokenizer reads no byte again; so that none is copied again and again either, more is not handed over before as many
bytes have come as were kept.
"""

from __future__ import annotations

from uri_extract._typing import Any


class Windows:
    """Hands a document that comes in chunks of any size to a ``tokenizer``, which another one may have used before.

    After each scan the tokenizer holds rows (:mod:`uri_extract.media.markup.rows`), the same for every way of cutting
    the document, whose positions count from the start of ``window``, which is at byte ``offset`` of the document.
    """

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer = tokenizer
        self.window: bytes = b""
        self.offset: int = 0
        self._chunks: list[bytes] = []
        self._held = 0

    def take(self, chunk: bytes, final: bool = False) -> bool:
        """Take the document's next bytes, the last ones if ``final``; return True if the tokenizer has them to scan."""
        keep = self.tokenizer.pos
        if chunk and not self._held and keep == len(self.window):  # as at the beginning of all documents
            self.window = chunk
            self.offset += keep
            self.tokenizer.load(chunk, 0, final)
            return True
        if chunk:
            self._chunks.append(chunk)
            self._held += len(chunk)
        if not final and self._held <= len(self.window) - keep:
            return False
        if keep < len(self.window):
            self._chunks.insert(0, self.window[keep:])
        self.window = self._chunks[0] if len(self._chunks) == 1 else b"".join(self._chunks)
        self.offset += keep
        self._chunks.clear()
        self._held = 0
        self.tokenizer.load(self.window, 0, final)
        return True

    @property
    def end(self) -> int:
        """Where the last read ended, in the window: everything before it is settled."""
        pos: int = self.tokenizer.pos
        return pos
