"""Decode character references of HTML (HTML Standard §13.2.5.72 to §13.2.5.80), keeping their places.

:func:`decode` is for the value of an attribute, which is available as a whole; :class:`TextDecoder` is for text, which
comes in chunks and may be as long as the document.
"""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract.decode._character_references import (
    REACH,
    Value,
    decode,
    decode_character_references,
    move_rows,
    octets_of,
)
from uri_extract.decode._character_references import decoded as decoded_octets
from uri_extract.place.source_map import SourceMap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uri_extract.rows import Rows

    # Takes bytes, the place of a "&" in them, and whether they are an attribute's; returns the end of the reference and
    # its characters, or None.
    Reference = Callable[[bytes, int, bool], tuple[int, str] | None]


__all__ = ["REACH", "TextDecoder", "Value", "character", "decode", "decoded"]


def decoded(raw: bytes) -> str:
    """Return text, given in UTF-8, with its references decoded by the rules for text."""
    return decoded_octets(raw).decode("utf-8", "replace")


def character(number: int) -> str:
    """Return the character of a numeric character reference (§13.2.5.80)."""
    return octets_of(number).decode()


class TextDecoder:
    """Decodes the character references in text, in UTF-8.

    ``feed`` takes the next bytes of text. ``skip`` takes the bytes that end the text, such as a tag or a comment: an
    unfinished reference before them is not decoded. A reference to a line feed becomes ``line_feed``, which may be
    another character so that it is not counted as a line. ``xml``: decode the references of XML.
    """

    def __init__(self, line_feed: bytes = b"\n", xml: bool = False) -> None:
        self.map: SourceMap = SourceMap()
        self._xml = xml
        self._held = b""
        self._held_verbatim: list[tuple[int, int]] = []  # spans in the held bytes
        self._line_feed = line_feed
        #: The number of bytes searched for references, including repetitions.
        self.examined: int = 0

    def feed(
        self, chunk: bytes, final: bool = False, verbatim: Sequence[tuple[int, int]] = (), size: int | None = None
    ) -> bytes:
        """Take the next bytes of text; return those that are complete, with references decoded.

        References that begin in the ``verbatim`` spans of the chunk are not decoded. One that begins before such a span
        and is not complete there is ended by other bytes. With ``size`` only that many bytes of the chunk are taken.
        """
        before = len(self._held)
        text, size = chunk, len(chunk) if size is None else size
        if before:
            text = self._held + chunk[:size]
            size = len(text)
            if size < 2 * REACH and not final and not verbatim:  # too few bytes to search yet
                self._held = text
                return b""
        limit = size if final else size - REACH
        spans = list(verbatim)
        if before:
            spans = self._held_verbatim + [(first + before, last + before) for first, last in verbatim]
        places = self.map
        output: bytes
        output, end, looked = decode_character_references(
            text, size, limit, spans, REACH, self._line_feed, self._xml, places.taken, places.size,
            places.segments,
        )  # fmt: skip
        self.examined += size + looked
        places.taken += end
        places.size += len(output)
        if final:
            self._held = b""
            self._held_verbatim = []
            return output
        self._held = text[end:size]
        while spans and spans[-1][0] >= size:
            spans.pop()
        self._held_verbatim = []
        while spans and spans[-1][1] > end:
            first, last = spans.pop()
            self._held_verbatim.insert(0, (max(first, end) - end, min(last, size) - end))
        return output

    def decode(self, text: bytes, verbatim: Sequence[tuple[int, int]], size: int) -> bytes:
        """Decode another text, which is complete, as :meth:`feed` does."""
        places = self.map = SourceMap()
        output: bytes
        output, places.taken, looked = decode_character_references(
            text, size, size, [*verbatim], REACH, self._line_feed, self._xml, 0, 0, places.segments
        )
        self.examined += size + looked
        places.size = len(output)
        return output

    def skip(self, source: bytes, output: bytes = b"") -> bytes:
        """Take bytes that are not text, such as a tag; return the text still held, followed by ``output``.

        ``output`` is passed to the scanner in their place: nothing, or a byte that ends a reference.
        """
        before = self.feed(b"", final=True)
        self.map.replaced(len(output), source)
        return before + output

    def move_rows(self, found: Rows, begin: int, line_place: tuple[int, int]) -> tuple[int, tuple[int, int]]:
        """Change the places of the rows from number ``begin`` on to places in the source.

        Stop at a row in which a reference was decoded. Return its number, or the number of rows; and the start of the
        last line in the output and in the source, as in ``line_place``.
        """
        places = self.map
        at, places.shift, line, start = move_rows(found, begin, places.segments, places.shift, *line_place)
        return at, (line, start)
