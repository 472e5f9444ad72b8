"""Chunks in, windows out: the buffer between whoever reads and the tokenizer. Sans-IO.

It keeps only what is not settled: the tag or the run at hand, which are bounded (:mod:`uri_extract.limits`). The
tokenizer reads no byte again; so that none is copied again and again either, more is not handed over before as many
bytes have come as were kept.
"""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.media import html

if TYPE_CHECKING:
    from collections.abc import Iterator


# Tokenizers whose documents were read to their ends. Another one would cost as much as some kilobytes of HTML.
_SPARE: list[Any] = []
_MOST_SPARE = 4


class Windows:
    """Reads a document in chunks of any size; the rows are the same for every way of cutting it.

    After each step of :meth:`feed` and :meth:`close`, and each scan after :meth:`take`, ``tokenizer`` holds rows
    (:mod:`uri_extract.media.markup.rows`) whose positions count from the start of ``window``, which is at byte
    ``offset`` of the document.
    """

    def __init__(self, tokenizer: Any = None) -> None:
        self._lent = tokenizer is None
        self.tokenizer = _spare() if tokenizer is None else tokenizer()
        self.window = b""
        self.offset = 0
        self._chunks: list[bytes] = []
        self._held = 0

    def take(self, chunk: bytes, final: bool = False) -> bool:
        """Take the document's next bytes, the last ones if ``final``; return True if the tokenizer has them to scan."""
        if chunk:
            self._chunks.append(chunk)
            self._held += len(chunk)
        keep = self.tokenizer.pos
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

    def feed(self, chunk: bytes, final: bool = False) -> Iterator[None]:
        """Take the document's next bytes, the last ones if ``final``; at each step rows are to be read."""
        more = self.take(chunk, final)
        while more:
            more = self.tokenizer.scan()
            if self.tokenizer.count:
                yield

    def close(self) -> Iterator[None]:
        """Take the end of the document; at each step rows are to be read."""
        return self.feed(b"", True)

    def release(self) -> None:
        """Say that the document was closed and its rows read: the tokenizer may be another document's now."""
        if self._lent and len(_SPARE) < _MOST_SPARE:
            self._lent = False
            self.tokenizer.restart()
            self.tokenizer.load(b"", 0, False)  # no window is kept
            _SPARE.append(self.tokenizer)

    @property
    def end(self) -> int:
        """Where the last read ended, in the window: everything before it is settled."""
        pos: int = self.tokenizer.pos
        return pos


def _spare() -> Any:
    """Return a tokenizer that nobody uses."""
    try:
        tokenizer = _SPARE.pop()
    except IndexError:
        return html.Tokenizer()
    tokenizer.examined = 0
    return tokenizer
