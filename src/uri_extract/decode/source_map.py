"""The way back from what a decoder made of its source to the source.

A decoder has a :class:`SourceMap` and tells it what became of each run of bytes. Bytes that were copied cost nothing:
only what lies between them is kept, as segments, until it is forgotten. Decoders follow one another, each with its map;
a :class:`Chain` maps through all of them.
"""

from __future__ import annotations

from collections import deque

from uri_extract._typing import Protocol


class Coding:
    """How the bytes of an encoded segment are located, from what its decoder kept of it."""

    def locate(self, kept: bytes, at: int, done: int, target: int) -> tuple[int, int]:
        """Return where in the segment's source the byte ``target`` of its output begins, and the byte of the output.

        ``at`` is a place in the source that is known, that of the byte ``done`` of the output, which is not further on.
        """
        raise NotImplementedError

    def end(self, kept: bytes, at: int, done: int) -> int:
        """Return where in the segment's source that ends which :meth:`locate` found."""
        raise NotImplementedError

    def source(self, output: bytes) -> bytes:
        """Return what became ``output``, which is whole characters. Only the coding of a text has it."""
        raise NotImplementedError


# Where it begins and ends in the output and in the source; what was kept of it; how it was encoded, None: as a whole.
Segment = tuple[int, int, int, int, bytes, Coding | None]


class SourceMap:
    """Map places in the output of a decoder to its source. Places that are asked for must not decrease.

    ``source`` is where in the source the first byte of the output is. ``is_text``: the source is text, and so what is
    in it is what somebody reads. Without ``keep`` only the last segment is kept, and places are those of segments.
    """

    __slots__ = ("_at", "_done", "_keep", "dropped", "is_text", "last", "segments", "shift", "size", "taken")

    def __init__(self, source: int = 0, *, is_text: bool = True, keep: bool = True) -> None:
        self.is_text = is_text
        self._keep = keep
        #: Bytes of the output, and the place in the source at which the next one begins.
        self.size = 0
        self.taken = source
        self.segments: deque[Segment] = deque()
        self.shift = source  # how much further on in the source is what comes before the first of these
        #: How many segments were before these, and the last one of those.
        self.dropped = 0
        self.last: Segment = (0, 0, source, source, b"", None)
        self._at = self._done = 0  # a place in the first segment, and the byte of its output that is there

    # -- called by decoders ----------------------------------------------------------------------------------------

    def copied(self, size: int) -> None:
        """Note that the next bytes of the source were copied."""
        self.size += size
        self.taken += size

    def replaced(self, size: int, source: bytes) -> None:
        """Note that the next bytes, ``source``, were replaced as a whole by ``size`` bytes."""
        self._add(size, len(source), source, None)

    def encoded(self, size: int, source_size: int, kept: bytes, coding: Coding) -> None:
        """Note that the next ``source_size`` bytes became ``size`` bytes; ``coding`` locates these in what is kept."""
        if size == 0:
            self.jump(self.taken + source_size)
        elif self._keep:
            self._add(size, source_size, kept, coding)
        else:
            self._add(size, source_size, b"", None)

    def jump(self, source: int) -> None:
        """Note that the next byte of the output comes from that place; what is between was passed over."""
        if source != self.taken:
            segments = self.segments
            if segments and segments[-1][0] == self.size and not segments[-1][4]:
                self.taken = segments.pop()[2]
            self._add(0, source - self.taken, b"", None)

    def _add(self, size: int, source_size: int, kept: bytes, coding: Coding | None) -> None:
        if not self._keep and self.segments:
            self._drop(self.size)
        end, after = self.size + size, self.taken + source_size
        self.segments.append((self.size, end, self.taken, after, kept, coding))
        self.size, self.taken = end, after

    # -- called by whoever has a place in the output ---------------------------------------------------------------

    @property
    def is_identity(self) -> bool:
        """Whether all that may still be asked for has the same place in the source."""
        return not self.segments and not self.shift

    def place(self, position: int) -> int:
        """Return the place in the source of a byte of the output; where that begins which was replaced as a whole."""
        segments = self.segments
        if segments and segments[0][1] <= position:
            self._drop(position)
        if segments and segments[0][0] <= position:
            start, _, place, _, kept, coding = segments[0]
            if coding is not None:
                self._at, self._done = coding.locate(kept, self._at, self._done, position - start)
            return place + self._at
        return min(max(position, self.last[1]) + self.shift, self.taken)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the source of the output from ``start`` to ``end``, what was replaced as a whole."""
        place = self.place(start)
        if end <= start:
            return place, place
        shift, at, done = self.shift, self._at, self._done
        for first, last, begin, after, kept, coding in self.segments:
            if first >= end:
                break
            if last >= end:
                if coding is None:
                    return place, max(place, after)
                return place, begin + coding.end(kept, *coding.locate(kept, at, done, end - 1 - first))
            shift = after - last
            at = done = 0
        return place, max(place, min(end + shift, self.taken))

    def original(self, position: int, output: bytes) -> bytes:
        """Return the source of ``output``, which is at ``position``: the place that was asked for last."""
        parts: list[bytes] = []
        at = 0  # in ``output``
        for start, end, _, _, kept, coding in self.segments:
            start -= position
            if start >= len(output):
                break
            begin, stop = max(at, start), end - position
            parts += (output[at:begin], kept if coding is None else coding.source(output[begin:stop]))
            at = stop
        return b"".join([*parts, output[at:]]) if parts else output

    def forget(self, position: int) -> int:
        """Say that no place before ``position`` will be asked for; return a place that none of them is before."""
        self._drop(position)
        segments = self.segments
        if segments and segments[0][0] <= position:
            return segments[0][2] + self._at
        return min(max(position, self.last[1]) + self.shift, self.taken)

    def _drop(self, position: int) -> None:
        segments = self.segments
        if segments and segments[-1][1] <= position:
            self.dropped += len(segments) - 1
            last = segments[-1]
            segments.clear()
            segments.append(last)
        while segments and segments[0][1] <= position:
            self.last = segments.popleft()
            self.dropped += 1
            self.shift = self.last[3] - self.last[1]
            self._at = self._done = 0


class Decoder(Protocol):
    """What takes bytes as they come and returns what they decode to."""

    @property
    def map(self) -> SourceMap:
        """The way back."""

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes; return those that can be decoded."""


class Chain(list[SourceMap]):
    """The maps of decoders of which each takes the output of the one before: that of the last decoder first."""

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
        """Return the place of ``output`` in the first source, what it is there, and what it is in the first text."""
        source = text = output
        for each in self:
            place = each.place(position)
            source = each.original(position, source)
            position = place
            if each.is_text:
                text = source
        return position, source, text

    def forget(self, position: int) -> int:
        """Say that no place before ``position`` will be asked for; return a place that none of them is before."""
        for each in self:
            position = each.forget(position)
        return position
