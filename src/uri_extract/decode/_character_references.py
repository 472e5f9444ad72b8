"""Decode character references in text, and map the places of rows back to the source.

The kernel of :class:`.character_references.TextDecoder`. Its loop goes from ``&`` to ``&``.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

from uri_extract._typing import Any
from uri_extract.decode.named_references import LONGEST, LONGEST_LEGACY, PREDEFINED, named

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.libc.string import memchr
else:
    from uri_extract._ascii import NUMBER_SIGN, SEMICOLON, SMALL_X
    from uri_extract.decode._segments import Segments
    from uri_extract.decode._xml_references import meaning
    from uri_extract.pages import Rows
    from uri_extract.pages._bytes import Bytes

_NAMED = cython.declare(object, named)
# The characters of named references, including names without a semicolon; and the first two letters of the latter.
# Until all names are loaded, only those predefined in XML are present, and ``_BEGINNINGS`` is empty.
_MEANT = cython.declare(dict, dict(PREDEFINED))
_BEGINNINGS = cython.declare(bytes, b"")
_LONGEST_LEGACY = cython.declare(cython.Py_ssize_t, LONGEST_LEGACY)
_LONGEST = cython.declare(cython.Py_ssize_t, LONGEST + 1)
# The value of a digit; 99: not a digit.
_DIGITS = cython.declare(
    bytes, bytes(int(chr(byte), 16) if byte in b"0123456789ABCDEFabcdef" else 99 for byte in range(256))
)
_CHARACTER = cython.declare(cython.longlong, (1 << 32) - 1)
_ASCII = cython.declare(tuple, tuple(bytes((byte,)) for byte in range(128)))
_LETTERS = cython.declare(bytes, bytes(byte < 0x7F and chr(byte).isalnum() for byte in range(256)))

# A buffer for output, unless another thread uses it: allocating one costs more than filling it.
_SPARE = cython.declare(list, [])


@cython.cfunc
@cython.exceptval(-1)
def _load_names() -> cython.int:
    """Load the table of all names."""
    global _BEGINNINGS
    _MEANT.update({f"&{name}".encode(): meant.encode() for name, meant in _NAMED().items()})
    begin = {(name[1] & 63) << 6 | (name[2] & 63) for name in _MEANT if not name.endswith(b";")}
    _BEGINNINGS = bytes([number in begin for number in range(1 << 12)])
    return 0


def decode_character_references(
    text: bytes,
    size: cython.Py_ssize_t,
    limit: cython.Py_ssize_t,
    spans: list[tuple[int, int]],
    reach: cython.Py_ssize_t,
    line_feed: bytes,
    character: Any,
    xml: cython.bint,
    taken: cython.longlong,
    given: cython.longlong,
    segments: Segments,
) -> tuple[bytes, int, int]:
    """Decode the references in the first ``size`` bytes that begin before ``limit`` and outside the ``spans``.

    They are those of HTML, whose numbers ``character`` converts, or those of XML. ``segments`` gets a segment of a
    :class:`.SourceMap` for each; ``taken`` and ``given`` are the sizes of the source and the output before this text.
    Return the output, the offset in ``text`` at which it ends (the first ``&`` at or after the limit, else the size),
    and the number of bytes examined besides the search.
    """
    data: cython.p_const_uchar = text
    letters: cython.p_const_uchar = _LETTERS
    digits: cython.p_const_uchar = _DIGITS
    beginnings: cython.p_const_uchar
    at: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    kept: cython.Py_ssize_t = 0
    span: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = len(spans)
    first: cython.Py_ssize_t = size + 1
    last: cython.Py_ssize_t = 0
    looked: cython.Py_ssize_t = 0
    out: Bytes = None  # type: ignore[assignment]  # made for the first reference
    source: bytes
    if count:
        first, last = spans[0]
    while True:
        if cython.compiled:
            found: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + at, 38, size - at))
            at = found - data if found != cython.NULL else size
        else:
            at = text.find(b"&", at, size)
            if at < 0:
                at = size
        while span < count and last <= at:
            span += 1
            if span < count:
                first, last = spans[span]
        if at == size:
            break
        if span < count and first <= at:
            at = last
            continue
        if at >= limit:
            break
        end = at + 1
        stop = at if xml else min(size, at + _LONGEST)
        while end < stop and letters[data[end]]:
            end += 1
        meant: Any = None
        if xml:
            found_there: cython.longlong = meaning(data, at, size)
            if found_there and found_there >> 32 <= reach:
                end = at + (found_there >> 32)
                source = data[at:end]
                meant = chr(found_there & _CHARACTER).encode()
        elif end < stop and data[end] == SEMICOLON:
            end += 1
            source = data[at:end]
            meant = _MEANT.get(source)
            if meant is None and not _BEGINNINGS:
                _load_names()
                meant = _MEANT.get(source)
        if meant is None and not xml and end > at + 1:
            # §13.2.5.73: the longest prefix that is a name whose semicolon may be missing.
            if not _BEGINNINGS:
                _load_names()
            beginnings = _BEGINNINGS
            end = min(end, at + 1 + _LONGEST_LEGACY)
            if end > at + 2 and not beginnings[(data[at + 1] & 63) << 6 | (data[at + 2] & 63)]:
                end = at
            while end > at + 2:
                source = data[at:end]
                meant = _MEANT.get(source)
                if meant is not None:
                    break
                end -= 1
        elif meant is None and not xml and end < size and data[end] == NUMBER_SIGN:
            end += 1
            base: cython.int = 16 if end < size and data[end] | 32 == SMALL_X else 10
            end += base == 16
            stop = min(size, at + reach)
            first_digit: cython.Py_ssize_t = end
            number: cython.longlong = 0
            while end < stop and digits[data[end]] < base:
                number = min(number * base + digits[data[end]], 0x110000)
                end += 1
            if end > first_digit and not (end < size and digits[data[end]] < base):
                if end < size and data[end] == SEMICOLON:
                    end += 1
                if end - at <= reach:
                    source = data[at:end]
                    meant = _ASCII[number] if 31 < number < 127 else character(number).encode()
        looked += 1
        if meant is None:
            at += 1
            continue
        looked += end - at
        if meant == b"\n":
            meant = line_feed
        if not kept:
            out = _SPARE.pop() if _SPARE else Bytes()
        out.copy(text, kept, at - kept)
        given += at - kept
        out.copy(meant, 0, len(meant))
        segments.add(given, given + len(meant), taken + at, taken + end, source)
        given += len(meant)
        kept = at = end
    if not kept:
        return text[:at], at, looked
    out.copy(text, kept, at - kept)
    output: bytes = out.all()
    out.clear()
    if not _SPARE:
        _SPARE.append(out)
    return output, at, looked


def move_rows(
    found: Rows,
    begin: cython.Py_ssize_t,
    segments: Segments,
    shift: cython.longlong,
    line: cython.longlong,
    line_start: cython.longlong,
) -> tuple[int, int, int, int]:
    """Change the places of the rows from ``begin`` on from places in the output to places in the source.

    ``segments`` are those of a :class:`.SourceMap`; those before the last place are removed. ``shift`` is the distance
    from output to source of the bytes before the first segment. ``line`` is where a line begins in the output,
    ``line_start`` where it does in the source. Stop at a row that contains a decoded reference. Return its number, or
    the number of rows, and the new values of the last three arguments.
    """
    row: cython.Py_ssize_t = begin
    count: cython.Py_ssize_t = len(found)
    start: cython.longlong
    end: cython.longlong
    first: cython.longlong
    place: cython.longlong
    last: cython.longlong
    source: cython.longlong
    while row < count:
        start = found.get(row, 0)
        end = found.get(row, 1)
        first = start - found.get(row, 3) + 1
        place = first if first > line else start
        while True:
            while segments.count:
                last = segments.end(0)
                if last > place:
                    break
                shift = segments.after(0) - last
                segments.drop_first()
            source = segments.place(0) if segments.count and segments.start(0) <= place else place + shift
            if place == start and first <= line:
                break
            line = first
            line_start = source
            place = start
        if segments.count and segments.start(0) < end:
            break
        if source != start or line_start != line:
            found.move_to(row, source, source + end - start, found.get(row, 2), source - line_start + 1)
        row += 1
    return row, shift, line, line_start
