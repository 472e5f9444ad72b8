"""Map the output of one decoder to its source (:mod:`uri_extract.place.source_map`)."""

from __future__ import annotations

from array import array

import cython

from uri_extract._compat._typing import Any

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc
    from cython.cimports.libc.string import memcpy, memmove
else:
    from uri_extract._compat._ascii import (  # noqa: I001 - several to a line
        APOSTROPHE, CARRIAGE_RETURN, DIGIT_0, DIGIT_3, DIGIT_9, EQUALS, GREATER_THAN, LESS_THAN, LINE_FEED, NUMBER_SIGN,
        QUOTATION_MARK, SMALL_A, SMALL_D, SMALL_F, SMALL_Z, SPACE, TAB,
    )  # fmt: skip
    from uri_extract.rows import layout
    from uri_extract.rows._bytes import Bytes, next_byte
    from uri_extract.rows._rows import LineStarts, Rows


# -- The segments of a source map, stored as integers: most decoders add many, and few are read ------------------------

# Start and end in the output and in the source; the data that was kept; its coding, None if replaced as a whole.
Segment = tuple[int, int, int, int, bytes, Any]

# The initial capacity, which is small because most maps are those of a short text and have one segment; and the least
# number of dropped segments before the others are moved to their place.
_INITIAL = cython.declare(cython.Py_ssize_t, 2)
_FEW = cython.declare(cython.Py_ssize_t, 64)


@cython.cclass
class Segments:
    """Segments in order of their places: added at the end, dropped at the beginning.

    The current ones are those from ``first`` to ``count``. ``parts`` has the data that was kept of each, in a tuple
    with its coding if it has one.
    """

    def __init__(self) -> None:
        self.first = self.count = self.room = 0
        self.parts: list[Any] = []
        if not cython.compiled:
            self.cells: cython.p_longlong = array("q")

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.cells)

    def __len__(self) -> int:
        return self.count - self.first

    def __getitem__(self, index: cython.Py_ssize_t) -> Segment:
        if not 0 <= index < self.count - self.first:
            raise IndexError(index)
        segment: Segment = self.segment(self.first + index)
        return segment

    def segment(self, number: cython.Py_ssize_t) -> tuple:  # type: ignore[type-arg]
        part: object = self.parts[number]
        at: cython.Py_ssize_t = 4 * number
        cells: cython.p_longlong = self.cells
        kept, coding = part if isinstance(part, tuple) else (part, None)
        return (cells[at], cells[at + 1], cells[at + 2], cells[at + 3], kept, coding)

    def add(
        self, start: cython.longlong, end: cython.longlong, place: cython.longlong, after: cython.longlong, part: object
    ) -> cython.int:  # fmt: skip
        if self.count == self.room:
            self.make_room()
        at: cython.Py_ssize_t = 4 * self.count
        cells: cython.p_longlong = self.cells
        cells[at] = start
        cells[at + 1] = end
        cells[at + 2] = place
        cells[at + 3] = after
        self.parts.append(part)
        self.count += 1
        return 0

    def make_room(self) -> cython.int:
        """Make room for another segment: use the space of dropped segments if most were dropped, else allocate."""
        first: cython.Py_ssize_t = self.first
        left: cython.Py_ssize_t = self.count - first
        if first >= _FEW and first >= left:
            if cython.compiled:
                memmove(self.cells, self.cells + 4 * first, 4 * left * 8)
            else:
                self.cells[: 4 * left] = self.cells[4 * first : 4 * self.count]
            del self.parts[:first]
            self.first = 0
            self.count = left
            return 0
        room: cython.Py_ssize_t = max(_INITIAL, 2 * self.room)
        if cython.compiled:
            cells: cython.p_longlong = cython.cast(cython.p_longlong, realloc(self.cells, room * 4 * 8))
            if cells == cython.NULL:
                raise MemoryError
            self.cells = cells
        else:
            self.cells.extend(bytes(4 * (room - self.room)))
        self.room = room
        return 0

    def find(self, position: cython.longlong, near: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the number of the first segment that ends after ``position`` of the output, or their number.

        ``near`` is a guess: it is that segment, or the next one is.
        """
        low: cython.Py_ssize_t = 0
        high: cython.Py_ssize_t = self.count - self.first
        if near < high and self.end(near) <= position:
            low = near = near + 1
        if near <= high and (near == 0 or self.end(near - 1) <= position):
            if near == high or self.end(near) > position:
                return near
            low = near
        while low < high:
            middle: cython.Py_ssize_t = (low + high) // 2
            if self.end(middle) > position:
                high = middle
            else:
                low = middle + 1
        return low

    def start(self, number: cython.Py_ssize_t) -> cython.longlong:
        """Return the start of a segment in the output; the first segment is number 0."""
        return self.cells[4 * (self.first + number)]

    def end(self, number: cython.Py_ssize_t) -> cython.longlong:
        """Return the end of a segment in the output."""
        return self.cells[4 * (self.first + number) + 1]

    def place(self, number: cython.Py_ssize_t) -> cython.longlong:
        """Return the start of a segment in the source."""
        return self.cells[4 * (self.first + number) + 2]

    def after(self, number: cython.Py_ssize_t) -> cython.longlong:
        """Return the end of a segment in the source."""
        return self.cells[4 * (self.first + number) + 3]

    def kept(self, number: cython.Py_ssize_t) -> object:
        """Return the data that was kept of a segment, in a tuple with its coding if it has one."""
        return self.parts[self.first + number]

    def pop_empty(self, start: cython.longlong, place: cython.longlong) -> cython.longlong:
        """Remove the last segment if it begins at ``start`` in the output and has no data.

        Return its place in the source, else ``place``.
        """
        last: cython.Py_ssize_t = self.count - 1
        if last < self.first or self.cells[4 * last] != start or self.parts[last]:
            return place
        place = self.cells[4 * last + 2]
        self.parts.pop()
        self.count = last
        if last == self.first:
            self.drop(last)
        return place

    def drop(self, before: cython.Py_ssize_t) -> cython.int:
        """Drop the segments before that number."""
        if before == self.count:
            self.parts.clear()
            self.first = self.count = 0
            return 0
        for number in range(self.first, before):
            self.parts[number] = None
        self.first = before
        return 0

    def drop_first(self) -> cython.int:
        return self.drop(self.first + 1)


# -- Decode quoted-printable (RFC 2045 §6.7) for :mod:`.content_transfer`, and map places in it ------------------------
#
# White space after the ``=`` of a soft line break is dropped (rule 3); anything that is not quoted-printable is copied.

# The first attribute must begin within this many bytes; and the number of bytes after it that are examined.
_FIRST = cython.declare(cython.Py_ssize_t, 1 << 14)
_MORE = cython.declare(cython.Py_ssize_t, 1 << 10)
# The maximum size of a tag up to the value of its first quoted attribute.
_MOST_OF_TAG = cython.declare(cython.Py_ssize_t, 400)


def unquoted(encoded: bytes) -> bytes:
    """Return quoted-printable decoded. A ``=`` at the end is a soft line break that was cut off."""
    data: cython.p_const_uchar = encoded
    end: cython.Py_ssize_t = len(encoded)
    at: cython.Py_ssize_t = 0
    size: cython.Py_ssize_t = 0
    sign: cython.Py_ssize_t = next_byte(encoded, EQUALS, 0, end)
    if sign < 0:
        return encoded
    decoded: bytearray = bytearray(end)
    out: cython.p_uchar = decoded
    while True:
        length: cython.Py_ssize_t = (sign if sign >= 0 else end) - at
        if cython.compiled:
            memcpy(out + size, data + at, length)
        else:
            out[size : size + length] = data[at : at + length]
        size += length
        if sign < 0 or sign + 1 == end:
            return bytes(out[:size])
        length = _token(data, sign, end)
        if length > 0:
            out[size] = hex_value(data[sign + 1]) << 4 | hex_value(data[sign + 2]) if length == 3 else EQUALS
            size += 1
        at = sign + (length if length > 0 else -length)
        sign = next_byte(encoded, EQUALS, at, end)


def place_of(
    kept: bytes, at: cython.Py_ssize_t, done: cython.Py_ssize_t, target: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return the offset of the decoded byte ``target``, after any soft line breaks before it.

    The bytes before ``at`` decode to ``done`` bytes.
    """
    data: cython.p_const_uchar = kept
    end: cython.Py_ssize_t = len(kept)
    while True:
        sign: cython.Py_ssize_t = next_byte(kept, EQUALS, at, min(end, at + target - done + 1))
        if sign < 0:
            return at + target - done
        done += sign - at
        at = sign
        length: cython.Py_ssize_t = _token(data, sign, end)
        if length > 0:
            if done == target:
                return at
            done += 1
        at += length if length > 0 else -length


def end_at(kept: bytes, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the token at ``at``, which is longer than a byte if it begins with ``=``."""
    data: cython.p_const_uchar = kept
    if at < len(kept) and data[at] == EQUALS:
        return at + abs(_token(data, at, len(kept)))
    return at + 1


def is_quoted(beginning: bytes, final: bool = True) -> bool | None:
    """Return True if HTML with these first bytes is quoted-printable; None if more bytes are needed.

    It is if the first attribute, and all others in the bytes examined, have "=3D" before their quotation marks.
    """
    size: cython.Py_ssize_t = len(beginning)
    at: cython.Py_ssize_t = attribute_end(beginning, 0, min(size, _FIRST))
    if not at:
        return False if final or size >= _FIRST else None
    if at < 0:
        return False
    stop: cython.Py_ssize_t = at + _MORE
    if size < stop and not final:
        return None
    while at > 0:
        at = attribute_end(beginning, at, min(size, stop))
    return bool(at == 0)


def attribute_end(html: bytes, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the start of the value of the next attribute that is quoted or a colour; 0 if there is none.

    The result is negative if the ``=`` before it is not encoded as ``=3D``.
    """
    data: cython.p_const_uchar = html
    at = next_byte(html, LESS_THAN, at, end - 1)
    while at >= 0:
        sign: cython.Py_ssize_t = at + 2
        at = next_byte(html, LESS_THAN, at + 1, end - 1)
        if not SMALL_A <= data[sign - 1] | 0x20 <= SMALL_Z:
            continue
        stop: cython.Py_ssize_t = min(sign + _MOST_OF_TAG, end - 2)
        while sign <= stop and not _ends_name(data[sign]):
            if data[sign] == EQUALS:
                value: cython.Py_ssize_t = sign + 1
                if value + 2 < end and data[value] == DIGIT_3 and data[value + 1] | 0x20 == SMALL_D:
                    value += 2
                if _begins_value(data[value]):
                    return value + 1 if value > sign + 1 else -value - 1
            sign += 1
    return 0


def _ends_name(byte: cython.int) -> cython.bint:
    """Return True if this byte ends the text before an attribute's value: no name or tag continues with it."""
    return byte in (LESS_THAN, GREATER_THAN, QUOTATION_MARK, APOSTROPHE)


def _begins_value(byte: cython.int) -> cython.bint:
    return byte in (QUOTATION_MARK, APOSTROPHE, NUMBER_SIGN)


def _token(data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the size of the token that begins with the ``=`` at ``at``; negative for a soft line break."""
    i: cython.Py_ssize_t = at + 1
    if i < end and data[i] == EQUALS:
        return 2  # some programs write "=" twice
    if i + 1 < end and hex_value(data[i]) < 16 and hex_value(data[i + 1]) < 16:
        return 3
    while i < end and (data[i] == SPACE or data[i] == TAB):
        i += 1
    if i < end and data[i] == CARRIAGE_RETURN:
        i += 1
    return at - i - 1 if i < end and data[i] == LINE_FEED else 1


def hex_value(byte: cython.int) -> cython.int:
    """Return the value of a hexadecimal digit, 16 for other bytes."""
    if DIGIT_0 <= byte <= DIGIT_9:
        return byte - DIGIT_0
    byte |= 32
    return byte - SMALL_A + 10 if SMALL_A <= byte <= SMALL_F else 16


# -- Map bytes within an encoded segment to its source (:mod:`uri_extract.place.source_map`) ---------------------------


class Coding:
    """Map the bytes of an encoded segment to its source, using the data that its decoder kept."""

    def first(self, kept: bytes, target: cython.longlong) -> cython.longlong:
        """Return the offset in the output of the character that contains the byte ``target``."""
        return target

    def locate(
        self, kept: bytes, at: cython.longlong, done: cython.longlong, target: cython.longlong
    ) -> cython.longlong:
        """Return the offset in the segment's source of the byte ``target`` of its output.

        ``at`` is a known offset in the source, of the byte ``done`` of the output, which does not follow ``target``.
        """
        raise NotImplementedError

    def end(self, kept: bytes, at: cython.longlong, done: cython.longlong) -> cython.longlong:
        """Return the end in the segment's source of the byte that :meth:`locate` found."""
        raise NotImplementedError

    def source(self, output: bytes) -> bytes:
        """Return the source of ``output``, which consists of whole characters. Only codings of text implement it."""
        raise NotImplementedError


class QuotedPrintableCoding(Coding):
    """Quoted-printable; its encoded bytes are kept."""

    def locate(
        self, kept: bytes, at: cython.longlong, done: cython.longlong, target: cython.longlong
    ) -> cython.longlong:
        """Return the offset of the decoded byte ``target`` (:func:`place_of`)."""
        return place_of(kept, at, done, target)

    def end(self, kept: bytes, at: cython.longlong, done: cython.longlong) -> cython.longlong:
        return end_at(kept, at)


class BytewiseCoding(Coding):
    """Text in a charset with one byte per character; its UTF-8 is kept."""

    def __init__(self, codec: str, errors: str) -> None:
        self.codec: str = codec
        self.errors: str = errors

    def first(self, kept: bytes, target: cython.longlong) -> cython.longlong:
        """Return the offset of the character that contains the byte ``target``."""
        data: cython.p_const_uchar = kept
        while data[target] & 0xC0 == 0x80:
            target -= 1
        return target

    def locate(
        self, kept: bytes, at: cython.longlong, done: cython.longlong, target: cython.longlong
    ) -> cython.longlong:
        """Return the offset of a character: it is the number of characters before it."""
        if not cython.compiled:
            return at + len(kept[done:target].decode("utf-8", "surrogatepass"))
        data: cython.p_const_uchar = kept
        i: cython.longlong
        for i in range(done, target):
            at += data[i] & 0xC0 != 0x80
        return at

    def end(self, kept: bytes, at: cython.longlong, done: cython.longlong) -> cython.longlong:
        """Return the offset after the character at ``at``."""
        return at + 1

    def source(self, output: bytes) -> bytes:
        """Return the characters in their charset."""
        if output.isascii():
            return output
        source: bytes = output.decode("utf-8", "surrogatepass").encode(self.codec, self.errors)
        return source


# -- Map the output of one decoder to its source (:mod:`uri_extract.place.source_map`) ---------------------------------


@cython.cclass
class SourceMap:
    """Map places in the output of a decoder to its source, in any order: fastest if they do not decrease.

    ``source`` is the place in the source of the first byte of the output. ``is_text``: the source is text as a reader
    sees it, not encoded bytes. Without ``keep`` only the last segment is kept, and places are those of segments.
    """

    def __init__(self, source: int = 0, *, is_text: bool = True, keep: bool = True) -> None:
        self.is_text: cython.bint = is_text
        self.keep: cython.bint = keep
        #: The size of the output so far, and the place in the source of the next byte.
        self.size = 0
        self.taken: cython.longlong = source
        self.segments = Segments()
        self.shift: cython.longlong = source  # the distance from output to source before the first of these
        #: The number of segments dropped, and the last of them.
        self.dropped: cython.longlong = 0
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
        segments: Segments = self.segments
        for number in range(self.number, segments.count - segments.first):
            begin: cython.longlong = segments.start(number) - position
            if begin >= len(output):
                break
            begin = max(at, begin)
            stop: cython.longlong = segments.end(number) - position
            source.copy(output, at, begin - at)
            part: Any = segments.kept(number)
            kept: bytes = part[1].source(output[begin:stop]) if isinstance(part, tuple) else part
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


# -- From a document to the text that is scanned, and back -------------------------------------------------------------


@cython.cclass
class Decoders:
    """The decoders of one document, each of which takes the output of the one before; and the way back.

    Unless :meth:`count_lines` is called, lines of the text are lines of the document.
    """

    def __init__(self) -> None:
        self.codec: Any = None
        self.sequence: list[Any] = []
        #: Their maps, that of the last one first.
        self.maps: list[Any] = []
        self.seen = 0  # the number of maps from the text to what a reader of the document sees
        #: The lines of the document, in the input of the decoders whose maps are the first ``above``; else None.
        self.lines: Any = None
        self.above = 0
        # The start of the last line whose place is known: in the text or in the input of these, and in the document.
        self.line = self.line_place = 0

    def precede(self, decoder: Any) -> None:
        self.sequence.insert(0, decoder)
        self.maps.append(decoder.map)
        if cython.cast(SourceMap, decoder.map).is_text:
            self.seen = len(self.maps)

    def count_lines(self, codec: str | None = None) -> None:
        """Count lines in the input of the first decoder so far: the decoders change lines.

        ``codec`` is the charset of what a reader of the document sees, if it is not UTF-8: ``raw`` is decoded from it.
        """
        self.codec = codec
        self.lines = LineStarts()
        self.above = len(self.maps)

    def renew(self) -> None:
        """Take the new map of the last decoder, which began another text."""
        self.maps[0] = self.sequence[-1].map

    def feed(self, chunk: bytes, final: cython.bint = False, first: cython.Py_ssize_t = 0) -> bytes:
        """Take the next bytes of the document, or of the input of the decoder number ``first``; return the text."""
        count: cython.Py_ssize_t = len(self.sequence)
        for number in range(first, count):
            if self.lines is not None and number == count - self.above:
                self.lines.add(chunk)
            chunk = self.sequence[number].feed(chunk, final)
        return chunk

    def place(self, position: cython.longlong, first: cython.Py_ssize_t = 0) -> cython.longlong:
        """Return the place in the document of a byte of the text, or of the output of the map number ``first``."""
        for number in range(first, len(self.maps)):
            each: SourceMap = self.maps[number]
            position = each.place(position)
        return position

    def is_identity(self) -> cython.bint:
        """Return True if every place that may still be requested is the same in the document, and its line."""
        for number in range(len(self.maps)):
            each: SourceMap = self.maps[number]
            if each.segments.count or each.shift:
                return False
        return self.lines is None

    def begin_line(self, start: cython.longlong) -> cython.int:
        """Note where a line of the text begins, if that is a line of the document."""
        if self.lines is None:
            self.place_line(start)
        return 0

    def place_line(self, start: cython.longlong) -> cython.int:
        if start > self.line:
            self.line = start
            before: cython.longlong = start - 1  # what was removed at the beginning of the line is in it
            for number in range(self.above, len(self.maps)):
                each: SourceMap = self.maps[number]
                before = each.place(before)
                start = each.end_of(start, before)
            self.line_place = start
        return 0

    def to_source(self, found: Rows, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Change the places of rows, which are references in order of their places, and their raw text."""
        output: bytes = b""
        source: bytes = b""
        text: bytes = b""
        for row in range(begin, end):
            start: cython.longlong = found.get(row, layout.START)
            stop: cython.longlong = found.get(row, layout.END)
            line: cython.longlong = found.get(row, layout.LINE)
            if self.lines is None:
                self.place_line(start - found.get(row, layout.COLUMN) + 1)
            if self.seen:
                output = found.source_of(row)
                if len(output) != stop - start:
                    output = found.raw(row).encode("windows-1252", "replace")
                source = text = output
            for number in range(len(self.maps)):
                each: SourceMap = self.maps[number]
                place: cython.longlong = each.place(start)
                stop = each.end_of(stop, place) if stop > start else place
                if number < self.seen:
                    source = each.original(start, source)
                    if each.is_text:
                        text = source
                start = place
                if self.lines is not None and number == self.above - 1:
                    line, place = self.lines.at(start)
                    self.place_line(place)
            if text != output:
                found.set_raw(row, text.decode(self.codec or "utf-8", "surrogateescape"))
            found.move_to(row, start, stop, line, start - self.line_place + 1)
        return 0

    def forget(self, position: cython.longlong) -> cython.longlong:
        """Drop data for places before ``position``; return a lower bound of the places of later requests."""
        for number in range(len(self.maps)):
            each: SourceMap = self.maps[number]
            position = each.forget(position)
            if self.lines is not None and number == self.above - 1:
                self.place_line(self.lines.at(position)[1])
                self.lines.forget(position)
        return position
