"""Map the output of one decoder to its source (:mod:`uri_extract.decode.source_map`).

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract.decode._codings import Coding
    from uri_extract.decode._segments import Segment, Segments
    from uri_extract.pages._bytes import Bytes


@cython.cclass
class SourceMap:
    """Map places in the output of a decoder to its source, in any order: fastest if they do not decrease.

    ``source`` is the place in the source of the first byte of the output. ``is_text``: the source is text as a reader
    sees it, not encoded bytes. Without ``keep`` only the last segment is kept, and places are those of segments.
    """

    def __init__(self, source: int = 0, *, is_text: bool = True, keep: bool = True) -> None:
        self.is_text = is_text
        self.keep = keep
        #: The size of the output so far, and the place in the source of the next byte.
        self.size = 0
        self.taken = source
        self.segments = Segments()
        self.shift = source  # the distance from output to source before the first of these
        #: The number of segments dropped, and the last of them.
        self.dropped = 0
        self.last: Segment = (0, 0, source, source, b"", None)
        # The number of the segment that contains or follows the place requested last; an offset in its source, and the
        # byte of its output at that offset.
        self.number = self.at = self.done = 0

    # -- called by decoders ----------------------------------------------------------------------------------------

    def copied(self, size: cython.longlong) -> None:
        """Note that the next bytes of the source were copied."""
        self.size += size
        self.taken += size

    def replaced(self, size: cython.longlong, source: bytes) -> None:
        """Note that the next bytes, ``source``, were replaced as a whole by ``size`` bytes."""
        self.add(size, len(source), source)

    def encoded(self, size: cython.longlong, source_size: cython.longlong, kept: bytes, coding: Any) -> None:
        """Note that the next ``source_size`` bytes became ``size`` bytes; ``coding`` maps them, using ``kept``."""
        if size == 0:
            self.jump(self.taken + source_size)
        elif self.keep:
            self.add(size, source_size, (kept, coding))
        else:
            self.add(size, source_size, b"")

    def jump(self, source: cython.longlong) -> None:
        """Note that the next byte of the output comes from that place; the source before it was skipped."""
        if source != self.taken:
            self.taken = self.segments.pop_empty(self.size, self.taken)
            self.add(0, source - self.taken, b"")

    def add(self, size: cython.longlong, source_size: cython.longlong, part: object) -> cython.int:
        if not self.keep:
            self.drop(self.size)
        end: cython.longlong = self.size + size
        after: cython.longlong = self.taken + source_size
        self.segments.add(self.size, end, self.taken, after, part)
        self.size = end
        self.taken = after
        return 0

    # -- called with places in the output --------------------------------------------------------------------------

    @property
    def is_identity(self) -> bool:
        """Return True if every place that may still be requested is the same in the source."""
        return self.segments.count == 0 and not self.shift

    def place(self, position: cython.longlong) -> cython.longlong:
        """Return the place in the source of a byte of the output; the start of its segment if replaced as a whole."""
        segments: Segments = self.segments
        number: cython.Py_ssize_t = segments.find(position, self.number)
        if number != self.number:
            self.number = number
            self.at = self.done = 0
        if number < segments.count - segments.first and segments.start(number) <= position:
            part: Any = segments.kept(number)
            if isinstance(part, tuple):
                kept: bytes = cython.cast(tuple, part)[0]
                coding: Coding = cython.cast(tuple, part)[1]
                target: cython.longlong = coding.first(kept, position - segments.start(number))
                if target < self.done:
                    self.at = self.done = 0
                self.at = coding.locate(kept, self.at, self.done, target)
                self.done = target
            return segments.place(number) + self.at
        return self.copied_place(position, number)

    def copied_place(self, position: cython.longlong, number: cython.Py_ssize_t) -> cython.longlong:
        """Return the place in the source of a byte between two segments; ``number`` is the second one."""
        if number:
            return min(position + self.segments.after(number - 1) - self.segments.end(number - 1), self.taken)
        return min(max(position, self.last[1]) + self.shift, self.taken)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the source of the output from ``start`` to ``end``, with replaced segments as a whole."""
        place = self.place(start)
        return place, place if end <= start else self.end_of(end, place)

    def end_of(self, end: cython.longlong, place: cython.longlong) -> cython.longlong:
        """Return the end in the source of the output before ``end``; ``place`` is the place requested last."""
        segments: Segments = self.segments
        number: cython.Py_ssize_t = self.number
        count: cython.Py_ssize_t = segments.count - segments.first
        shift: cython.longlong = segments.after(number - 1) - segments.end(number - 1) if number else self.shift
        at: cython.longlong = self.at
        done: cython.longlong = self.done
        while number < count and segments.start(number) < end:
            if segments.end(number) >= end:
                part: Any = segments.kept(number)
                if not isinstance(part, tuple):
                    return max(place, segments.after(number))
                kept: bytes = cython.cast(tuple, part)[0]
                coding: Coding = cython.cast(tuple, part)[1]
                target: cython.longlong = coding.first(kept, end - 1 - segments.start(number))
                at = coding.locate(kept, at, done, target)
                return segments.place(number) + coding.end(kept, at, target)
            shift = segments.after(number) - segments.end(number)
            at = done = 0
            number += 1
        return max(place, min(end + shift, self.taken))

    def original(self, position: cython.longlong, output: bytes) -> bytes:
        """Return the source of ``output``, which begins at ``position``: the place requested last."""
        source: Bytes = Bytes()
        at: cython.longlong = 0  # an offset in ``output``
        kept: bytes
        begin: cython.longlong
        stop: cython.longlong
        segments: Segments = self.segments
        number: cython.Py_ssize_t
        for number in range(self.number, segments.count - segments.first):
            begin = segments.start(number) - position
            if begin >= len(output):
                break
            begin = max(at, begin)
            stop = segments.end(number) - position
            source.copy(output, at, begin - at)
            part: Any = segments.kept(number)
            kept = part[1].source(output[begin:stop]) if isinstance(part, tuple) else part
            source.copy(kept, 0, len(kept))
            at = min(stop, len(output))
        if at == 0 and source.size == 0:
            return output
        source.copy(output, at, len(output) - at)
        original: bytes = source.all()
        return original

    def forget(self, position: cython.longlong) -> cython.longlong:
        """Drop data for places before ``position``; return a lower bound of the source places of later requests."""
        self.drop(position)
        segments: Segments = self.segments
        if segments.count and segments.start(0) <= position:
            known: cython.bint = self.number == 0 and self.done <= position - segments.start(0)
            return segments.place(0) + (self.at if known else 0)
        return self.copied_place(position, 0)

    def drop(self, position: cython.longlong) -> cython.int:
        segments: Segments = self.segments
        number: cython.Py_ssize_t = segments.find(position, 0)
        if number:
            self.last = segments[number - 1]
            self.shift = segments.after(number - 1) - segments.end(number - 1)
            self.dropped += number
            segments.drop(segments.first + number)
            self.number -= number
            if self.number < 0:
                self.number = self.at = self.done = 0
        return 0

    def before(self) -> tuple[int, Segment]:
        """Return the number of segments before the place requested last, and the last of these."""
        number: cython.Py_ssize_t = self.number
        return self.dropped + number, self.segments[number - 1] if number else self.last
