"""Which attributes of a document hold references, without objects: rows of integers, for whoever wants columns."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.media.html.tree import Tree
from uri_extract.media.markup.windows import Windows
from uri_extract.scan import variant

if TYPE_CHECKING:
    from collections.abc import Iterator


class Referring:
    """Reads documents one after another; call :meth:`restart` between two of them.

    After each step of :meth:`feed` and :meth:`close`, ``table`` holds ``count`` rows as
    :mod:`uri_extract.media.html._walk` writes them, whose positions count from the start of ``window``, which stands at
    byte ``offset`` of the document. ``referring`` is how many attributes of the document hold references so far.
    """

    def __init__(self, tokenizer: Any = None) -> None:
        self._windows = Windows(tokenizer)
        tokenizer = self._windows.tokenizer
        walks = variant("uri_extract.media.html._walk", tokenizer.compiled)
        self._walker = walks.Walker(tokenizer.table, Tree(), attributes_alone=True)
        self.table = self._walker.table

    def restart(self) -> None:
        """Forget the document; another one comes."""
        self._windows.restart()
        self._walker.restart(Tree())

    def feed(self, chunk: bytes) -> Iterator[None]:
        """Take the document's next bytes, in an encoding that extends ASCII; each step stands for rows to be read."""
        return self._read(self._windows.feed(chunk))

    def close(self) -> Iterator[None]:
        """Say that nothing follows; each step stands for rows to be read."""
        return self._read(self._windows.close())

    @property
    def window(self) -> bytes:
        """What the rows tell places in."""
        return self._windows.window

    @property
    def offset(self) -> int:
        """Where that stands in the document."""
        return self._windows.offset

    @property
    def count(self) -> int:
        """Rows to be read."""
        count: int = self._walker.count
        return count

    @property
    def referring(self) -> int:
        """Attributes that hold references, of those that were read."""
        referring: int = self._walker.referring
        return referring

    def _read(self, steps: Iterator[None]) -> Iterator[None]:
        windows, walks = self._windows, self._walker
        tokenizer = windows.tokenizer
        window: bytes | None = None
        for _ in steps:
            if windows.window is not window:
                window = windows.window
                walks.load(window, windows.offset)
            walks.read(tokenizer.count)
            if walks.count:
                yield
