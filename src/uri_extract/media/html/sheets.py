"""The style sheet in a ``style`` of SVG: no raw text, but what is between its tags (HTML standard §13.2.6.5)."""

from __future__ import annotations

from uri_extract.decode.character_references import TextDecoder
from uri_extract.media.markup.css import Stylesheet
from uri_extract.media.markup.urls import Found


class ForeignSheet:
    """Does as :class:`~uri_extract.media.markup.css.Stylesheet`, for bytes of which some are no text of the sheet.

    Places count from its first byte, in the bytes of the document; every byte is given to :meth:`text`,
    :meth:`section` or :meth:`skip`. ``size`` is how many were, and ``depth`` counts the elements that are open in it.
    """

    def __init__(self) -> None:
        self._sheet = Stylesheet()
        self._decoder = TextDecoder()
        self.size: int = 0
        self.depth: int = 0
        self.settled: int = 0
        self.too_long: list[int] = []

    def text(self, source: bytes) -> list[Found]:
        """Take text: character references are undone."""
        self.size += len(source)
        return self._placed(self._sheet.feed(self._decoder.feed(source)))

    def section(self, source: bytes) -> list[Found]:
        """Take what is in a CDATA section."""
        self.size += len(source)
        return self._placed(self._sheet.feed(self._decoder.feed(source, verbatim=[(0, len(source))])))

    def skip(self, source: bytes) -> list[Found]:
        """Take a tag, a comment, or what is in another element."""
        self.size += len(source)
        return self._placed(self._sheet.feed(self._decoder.skip(source)))

    def close(self) -> list[Found]:
        """Say that nothing follows."""
        found = self._sheet.feed(self._decoder.feed(b"", final=True))
        return self._placed(found + self._sheet.close())

    def _placed(self, found: list[Found]) -> list[Found]:
        place = self._decoder.map.place
        wanted = {*self._sheet.too_long}.union(*((start, end) for _, start, end in found))
        places = {position: place(position) for position in sorted(wanted)}  # it is asked in order
        self.too_long += [places[position] for position in self._sheet.too_long]
        self._sheet.too_long.clear()
        self.settled = place(self._sheet.settled)
        return [Found(text, places[start], places[end]) for text, start, end in found]
