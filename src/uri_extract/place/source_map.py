"""Map the output of decoders to their source.

A decoder has a method ``feed(chunk, final)``, which returns bytes decoded, and a ``map``: a ``SourceMap``
(:mod:`uri_extract.place._source_map`), which it calls for each run of bytes. Bytes that were copied cost nothing: only
the others are kept, as segments, until they are dropped. Decoders may follow one another, each with its map; a
:class:`Chain` maps through all of them.
"""

from __future__ import annotations

from uri_extract.place._source_map import *  # noqa: F403
from uri_extract.place._source_map import SourceMap


class Chain(list[SourceMap]):
    """The maps of decoders in sequence, beginning with that of the last decoder."""

    def place(self, position: int) -> int:
        """Return the place in the first source of a byte of the last output."""
        for each in self:
            position = each.place(position)
        return position

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the first source of the last output from ``start`` to ``end``."""
        for each in self:
            start, end = each.span(start, end)
        return start, end

    def locate(self, position: int, output: bytes) -> tuple[int, bytes, bytes]:
        """Return the place of ``output`` in the first source, its bytes there, and its source in the first text."""
        source = text = output
        for each in self:
            place = each.place(position)
            source = each.original(position, source)
            position = place
            if each.is_text:
                text = source
        return position, source, text

    def forget(self, position: int) -> int:
        """Drop data for places before ``position``; return a lower bound of the source places of later requests."""
        for each in self:
            position = each.forget(position)
        return position
