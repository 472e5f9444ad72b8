"""The way back from the output of one decoder to its source (:mod:`uri_extract.decode.source_map`).

One source, two speeds, as the scan kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from collections import deque

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.uri_extract.decode._quoted_printable_c import QuotedPrintableCoding, end_at, place_of
else:
    from uri_extract.decode._quoted_printable import QuotedPrintableCoding, end_at, place_of

_QUOTED = cython.declare(object, QuotedPrintableCoding)

# Where it begins and ends in the output and in the source; what was kept of it; how it was encoded, None: as a whole.
Segment = tuple[int, int, int, int, bytes, Any]


@cython.cclass
class SourceMap:
    """Map places in the output of a decoder to its source. Places that are asked for must not decrease.

    ``source`` is where in the source the first byte of the output is. ``is_text``: the source is text, and so what is
    in it is what somebody reads. Without ``keep`` only the last segment is kept, and places are those of segments.
    """

    def __init__(self, source: int = 0, *, is_text: bool = True, keep: bool = True) -> None:
        self.is_text = is_text
        self.keep = keep
        #: Bytes of the output, and the place in the source at which the next one begins.
        self.size = 0
        self.taken = source
        self.segments: deque[Segment] = deque()
        self.shift = source  # how much further on in the source is what comes before the first of these
        #: How many segments were before these, and the last one of those.
        self.dropped = 0
        self.last: Segment = (0, 0, source, source, b"", None)
        self.at = self.done = 0  # a place in the first segment, and the byte of its output that is there
        #: The segment that a place was last found in, and its first values.
        self.known: Any = None
        self.first = self.end = self.begin = 0

    # -- called by decoders ----------------------------------------------------------------------------------------

    @cython.ccall
    def copied(self, size: cython.longlong) -> None:
        """Note that the next bytes of the source were copied."""
        self.size += size
        self.taken += size

    @cython.ccall
    def replaced(self, size: cython.longlong, source: bytes) -> None:
        """Note that the next bytes, ``source``, were replaced as a whole by ``size`` bytes."""
        self.add(size, len(source), source, None)

    @cython.ccall
    def encoded(self, size: cython.longlong, source_size: cython.longlong, kept: bytes, coding: Any) -> None:
        """Note that the next ``source_size`` bytes became ``size`` bytes; ``coding`` locates these in what is kept."""
        if size == 0:
            self.jump(self.taken + source_size)
        elif self.keep:
            self.add(size, source_size, kept, coding)
        else:
            self.add(size, source_size, b"", None)

    @cython.ccall
    def jump(self, source: cython.longlong) -> None:
        """Note that the next byte of the output comes from that place; what is between was passed over."""
        if source != self.taken:
            segments = self.segments
            if segments and segments[-1][0] == self.size and not segments[-1][4]:
                self.taken = segments.pop()[2]
            self.add(0, source - self.taken, b"", None)

    @cython.cfunc
    def add(self, size: cython.longlong, source_size: cython.longlong, kept: bytes, coding: Any) -> None:
        if not self.keep and self.segments:
            self.drop(self.size)
        end, after = self.size + size, self.taken + source_size
        self.segments.append((self.size, end, self.taken, after, kept, coding))
        self.size, self.taken = end, after

    # -- called by whoever has a place in the output ---------------------------------------------------------------

    @property
    def is_identity(self) -> bool:
        """Whether all that may still be asked for has the same place in the source."""
        return not self.segments and not self.shift

    @cython.ccall
    @cython.exceptval(-1, check=True)
    def place(self, position: cython.longlong) -> cython.longlong:
        """Return the place in the source of a byte of the output; where that begins which was replaced as a whole."""
        segments = self.segments
        if segments and segments[0] is not self.known:
            self.look()
        if segments and self.end <= position:
            self.drop(position)
            if segments:
                self.look()
        if segments and self.first <= position:
            coding = self.known[5]
            if coding is None:
                return self.begin
            if coding.__class__ is _QUOTED:
                self.at = place_of(self.known[4], self.at, self.done, position - self.first)
                self.done = position - self.first
            else:  # it may be a byte before that one which begins there
                self.at, self.done = coding.locate(self.known[4], self.at, self.done, position - self.first)
            return self.begin + self.at
        return min(max(position, self.last[1]) + self.shift, self.taken)

    @cython.cfunc
    def look(self) -> None:
        """Look at the first segment."""
        self.known = self.segments[0]
        self.first = self.known[0]
        self.end = self.known[1]
        self.begin = self.known[2]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the source of the output from ``start`` to ``end``, what was replaced as a whole."""
        place = self.place(start)
        return place, place if end <= start else self.end_of(end, place)

    @cython.ccall
    @cython.exceptval(-1, check=True)
    def end_of(self, end: cython.longlong, place: cython.longlong) -> cython.longlong:
        """Return where in the source ends what is before ``end``, from ``place`` on, which was asked for last."""
        shift: cython.longlong = self.shift
        at: cython.longlong = self.at
        done: cython.longlong = self.done
        first: cython.longlong
        last: cython.longlong
        if self.segments and self.segments[0] is self.known and self.first < end <= self.end:
            return self.end_in(self.known, end, place, at, done)
        for segment in self.segments:
            first = segment[0]
            last = segment[1]
            if first >= end:
                break
            if last >= end:
                return self.end_in(segment, end, place, at, done)
            shift = segment[3] - last
            at = done = 0
        return max(place, min(end + shift, self.taken))

    @cython.cfunc
    @cython.exceptval(-1, check=True)
    def end_in(
        self,
        segment: tuple[Any, ...],
        end: cython.longlong,
        place: cython.longlong,
        at: cython.longlong,
        done: cython.longlong,
    ) -> cython.longlong:
        """Return where in the source ends what is before ``end``, which is in that segment."""
        coding = segment[5]
        if coding is None:
            return max(place, cython.cast(cython.longlong, segment[3]))
        kept: bytes = segment[4]
        begin: cython.longlong = segment[2]
        target: cython.Py_ssize_t = end - 1 - cython.cast(cython.longlong, segment[0])
        if coding.__class__ is _QUOTED:
            return begin + end_at(kept, place_of(kept, at, done, target))
        found: cython.longlong = begin + coding.end(kept, *coding.locate(kept, at, done, target))
        return found

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

    @cython.ccall
    @cython.exceptval(-1, check=True)
    def forget(self, position: cython.longlong) -> cython.longlong:
        """Say that no place before ``position`` will be asked for; return a place that none of them is before."""
        self.drop(position)
        segments = self.segments
        if segments and segments[0][0] <= position:
            return segments[0][2] + self.at
        return min(max(position, self.last[1]) + self.shift, self.taken)

    @cython.cfunc
    def drop(self, position: cython.longlong) -> None:
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
            self.at = self.done = 0
