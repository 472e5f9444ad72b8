"""The style sheet in a ``style`` of SVG, which is not raw text but the text between tags (HTML Standard §13.2.6.5)."""

from __future__ import annotations

from uri_extract.decode.character_references import TextDecoder
from uri_extract.markup.css import Stylesheet
from uri_extract.markup.urls import Found


class ForeignSheet:
    """Reads like :class:`~uri_extract.markup.css.Stylesheet`, but some of the bytes are not text of the sheet.

    Places count from its first byte, in bytes of the document; every byte is passed to :meth:`text`, :meth:`section` or
    :meth:`skip`. ``size`` is the number of bytes passed; ``depth`` is the number of elements open in it.
    """

    def __init__(self) -> None:
        self._sheet = Stylesheet()
        self._decoder = TextDecoder()
        self.size: int = 0
        self.depth: int = 0
        self.settled: int = 0
        self.too_long: list[int] = []

    def text(self, source: bytes) -> list[Found]:
        """Read text, with its character references decoded."""
        self.size += len(source)
        return self._placed(self._sheet.feed(self._decoder.feed(source)))

    def section(self, source: bytes) -> list[Found]:
        """Read the content of a CDATA section."""
        self.size += len(source)
        return self._placed(self._sheet.feed(self._decoder.feed(source, verbatim=[(0, len(source))])))

    def skip(self, source: bytes) -> list[Found]:
        """Skip a tag, a comment, or the content of another element."""
        self.size += len(source)
        return self._placed(self._sheet.feed(self._decoder.skip(source)))

    def close(self) -> list[Found]:
        """Read the end of the sheet."""
        found = self._sheet.feed(self._decoder.feed(b"", final=True))
        return self._placed(found + self._sheet.close())

    def _placed(self, found: list[Found]) -> list[Found]:
        place = self._decoder.map.place
        self.too_long += map(place, self._sheet.too_long)
        self._sheet.too_long.clear()
        placed = [Found(text, place(start), place(end)) for text, start, end in found]
        self.settled = self._decoder.map.forget(self._sheet.settled)
        return placed
