"""Character references of XML and HTML, decoded, and the places of rows mapped back to the source."""

from __future__ import annotations

import sys
from array import array

import cython

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any
from uri_extract.decode.named_references import LONGEST, LONGEST_LEGACY, PREDEFINED, named

if cython.compiled:
    from cython.cimports.libc.string import memcpy
else:
    from uri_extract._compat._ascii import (  # noqa: I001 - several to a line
        AMPERSAND, APOSTROPHE, CARRIAGE_RETURN, EQUALS, GREATER_THAN, LESS_THAN, LINE_FEED, NUMBER_SIGN,
        QUOTATION_MARK, SEMICOLON, SMALL_A, SMALL_G, SMALL_L, SMALL_M, SMALL_O, SMALL_P, SMALL_Q, SMALL_S, SMALL_T,
        SMALL_U, SMALL_X,
    )  # fmt: skip
    from uri_extract._compat._search import next_place
    from uri_extract.place._source_map import Segments
    from uri_extract.rows import Rows
    from uri_extract.rows._bytes import Bytes


# -- Character references of XML, and the five predefined entities (XML 1.0 §4.1, §4.6); see :mod:`.xml_references` ----

#: The kind of a part of a source: text with references, text without references, not text.
TEXT, VERBATIM, NOTHING = 1, 2, 0
_TEXT = cython.declare(cython.int, TEXT)
_NOTHING = cython.declare(cython.int, NOTHING)
_CHARACTER = cython.declare(cython.longlong, (1 << 32) - 1)
# The end of a replacement and its size are stored in one number: bits of the size, and its maximum.
_WIDTH_BITS = cython.declare(cython.int, 3)
_WIDEST = cython.declare(cython.Py_ssize_t, 7)
# The value of :func:`meaning` for a "&" that does not begin a reference.
_AS_IT_IS = cython.declare(cython.longlong, 1 << 32 | 0x26)
# Words of eight bytes: all "&", all 1, the highest bit of each byte.
_AMPERSANDS = cython.declare(cython.ulonglong, 0x2626262626262626)
_ONES = cython.declare(cython.ulonglong, 0x0101010101010101)
_LITTLE = cython.declare(cython.int, sys.byteorder == "little")
_HIGHEST = cython.declare(cython.ulonglong, 0x8080808080808080)
# A buffer for text, unless another thread uses it.
_SPARE = cython.declare(list, [])
# The value of a digit; 99: not a digit.
_DIGITS = cython.declare(
    bytes, bytes(int(chr(byte), 16) if byte in b"0123456789ABCDEFabcdef" else 99 for byte in range(256))
)
# Bytes of names; 2: may begin one.
_NAMES = cython.declare(
    bytes,
    bytes(
        2 if chr(byte).isalpha() or byte in b"_:" or byte > 0x7F else chr(byte).isdigit() or byte in b"-."
        for byte in range(256)
    ),
)


def meaning(data: cython.p_const_uchar, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.longlong:
    """Return the size of the reference at a ``&``, shifted left by 32 bits, plus its character; 0 if there is none.

    It must have a semicolon, and must not be of another entity, or of a number that is not a character (§2.2).
    """
    digits: cython.p_const_uchar = _DIGITS
    i: cython.Py_ssize_t = at + 1
    left: cython.Py_ssize_t = size - i
    base: cython.int = 10
    length: cython.longlong = 0
    meant: cython.longlong = 0
    if left > 2 and data[i] == NUMBER_SIGN:
        i += 1
        if data[i] == SMALL_X:
            base = 16
            i += 1
        while i < size and digits[data[i]] < base:
            meant = min(meant * base + digits[data[i]], 0x110000)
            i += 1
        if i < size and data[i] == SEMICOLON and meant != 0x110000 and not 0xD800 <= meant <= 0xDFFF:
            length = i + 1 - at
    elif left > 2 and data[i + 1] == SMALL_T and data[i + 2] == SEMICOLON:
        length = 4
        meant = LESS_THAN if data[i] == SMALL_L else GREATER_THAN if data[i] == SMALL_G else 0
    elif left > 3 and data[i + 1] == SMALL_M and data[i + 2] == SMALL_P and data[i + 3] == SEMICOLON:
        length = 5
        meant = AMPERSAND if data[i] == SMALL_A else 0
    elif left > 4 and data[i + 2] == SMALL_O and data[i + 4] == SEMICOLON:
        length = 6
        if data[i] == SMALL_Q and data[i + 1] == SMALL_U and data[i + 3] == SMALL_T:
            meant = QUOTATION_MARK
        elif data[i] == SMALL_A and data[i + 1] == SMALL_P and data[i + 3] == SMALL_S:
            meant = APOSTROPHE
    return length << 32 | meant if length and meant else 0


def reference(raw: bytes, begin: int, attribute: bool = False) -> tuple[int, str] | None:
    """Return the end of the reference at the ``&`` at ``begin``, and its character; None if there is none."""
    found: cython.longlong = meaning(raw, begin, len(raw))
    return (begin + (found >> 32), chr(found & _CHARACTER)) if found else None


class DecodedValue:
    """Text with its character references decoded, and the places of its bytes in the source.

    ``parts`` are all bytes of the source, each with its kind: :data:`TEXT` has references, :data:`VERBATIM` has none,
    :data:`NOTHING` is not part of the text. ``unknown``: the text contains a ``&`` that was not decoded.
    """

    def __init__(self, parts: list[tuple[int, bytes]]) -> None:
        out: Bytes = _SPARE.pop() if _SPARE else Bytes()
        how: cython.int
        part: bytes
        self.unknown = False
        self.replaced: Any = None
        # Of the place requested last: the number of replacements before it (``index``), and the end of the last one in
        # the text and in the source.
        self.count = self.index = self.out = self.source = 0
        for how, part in parts:
            if how == _TEXT:
                self.decode(part, out)
                self.source += len(part)
                continue
            self.source += len(part)
            if how == _NOTHING:
                if self.replaced is None:
                    self.replaced = Bytes()
                self.count += 1
                note(self.replaced, out.size, 0, self.source)
            else:
                out.copy(part, 0, len(part))
            self.unknown = self.unknown or next_reference(part, 0) < len(part)
        self.text: bytes = out.all()
        self.source = 0
        out.clear()
        if not _SPARE:
            _SPARE.append(out)

    def decode(self, part: bytes, out: Bytes) -> cython.int:
        """Append a part with its references decoded."""
        data: cython.p_const_uchar = part
        size: cython.Py_ssize_t = len(part)
        at: cython.Py_ssize_t = 0
        if self.replaced is None:
            self.replaced = Bytes()
            if cython.compiled:
                self.replaced.grow(size >> 2)
        replaced: Bytes = self.replaced
        if cython.compiled and out.size + size > out.room:  # decoded text is never longer than its source
            out.grow(size)
        while True:
            at = copy_to_reference(part, at, out)
            if at == size:
                return 0
            found: cython.longlong = meaning(data, at, size)
            width: cython.Py_ssize_t = 1
            if not found:
                self.unknown = True
                found = _AS_IT_IS
            if found & _CHARACTER > 0x7F:
                width = out.put(chr(found & _CHARACTER))
            elif cython.compiled:
                out.data[out.size] = cython.cast(cython.char, found & _CHARACTER)
                out.size += 1
            else:
                out.octet(found & _CHARACTER)
            at += found >> 32
            if found != _AS_IT_IS:
                self.count += 1
                note(replaced, out.size, width, self.source + at)

    # -- places ------------------------------------------------------------------------------------------------------

    def noted(self, number: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return a number that :func:`note` stored."""
        if cython.compiled:
            return cython.cast(cython.p_int, self.replaced.data)[number]
        return int.from_bytes(self.replaced.parts[4 * number : 4 * number + 4], sys.byteorder)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the source of ``text[start:end]``, with references as a whole.

        The total cost is linear if starts do not decrease.
        """
        first: cython.Py_ssize_t = self.place(start)
        return first, self.place_of_end(end) if end > start else first

    def place(self, start: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place in the source of a byte of the text; of its reference if it was decoded from one."""
        if start < self.out:
            self.index = self.out = self.source = 0
        while self.index < self.count:
            end: cython.Py_ssize_t = self.noted(2 * self.index)
            if start < end >> _WIDTH_BITS:
                return self.source + min(start, (end >> _WIDTH_BITS) - (end & _WIDEST)) - self.out
            self.out = end >> _WIDTH_BITS
            self.source = self.noted(2 * self.index + 1)
            self.index += 1
        return self.source + start - self.out

    def place_of_end(self, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end in the source of the text that begins at the place requested last."""
        index: cython.Py_ssize_t = self.index
        out: cython.Py_ssize_t = self.out
        source: cython.Py_ssize_t = self.source
        while index < self.count:
            replaced: cython.Py_ssize_t = self.noted(2 * index)
            if end <= (replaced >> _WIDTH_BITS) - (replaced & _WIDEST):
                break
            out = replaced >> _WIDTH_BITS
            source = self.noted(2 * index + 1)
            index += 1
            if end <= out:
                return source
        return source + end - out


def note(
    replaced: Bytes, end: cython.Py_ssize_t, width: cython.Py_ssize_t, source_end: cython.Py_ssize_t
) -> cython.int:
    """Note a replacement: its end in the text and in the source, and its size in the text."""
    if not cython.compiled:
        replaced.word(end << _WIDTH_BITS | width)
        replaced.word(source_end)
        return 0
    if replaced.size + 8 > replaced.room:
        replaced.grow(8)
    numbers: cython.p_int = cython.cast(cython.p_int, replaced.data + replaced.size)
    numbers[0] = end << _WIDTH_BITS | width
    numbers[1] = source_end
    replaced.size += 8
    return 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.inline
def copy_to_reference(part: bytes, at: cython.Py_ssize_t, out: Bytes) -> cython.Py_ssize_t:
    """Append the bytes up to the next ``&``, for which there is room; return the place of that ``&``, or the size."""
    if not cython.compiled:
        end = next_reference(part, at)
        out.copy(part, at, end - at)
        return end
    data: cython.p_const_char = part
    size: cython.Py_ssize_t = len(part)
    to: cython.p_char = out.data + out.size - at
    begin: cython.Py_ssize_t = at
    word: cython.ulonglong = 0
    # References are close together: a call for each would take longer than this loop.
    while at + 8 <= size:
        memcpy(cython.address(word), data + at, 8)
        memcpy(to + at, cython.address(word), 8)
        word ^= _AMPERSANDS
        word = (word - _ONES) & ~word & _HIGHEST
        if word:
            if not _LITTLE:
                break
            # The lowest bit set marks the first "&". The bytes below it become 1 each, and the product adds them up.
            at += (((word & -word) >> 7) - 1 & _ONES) * _ONES >> 56
            out.size += at - begin
            return at
        at += 8
    while at < size and data[at] != AMPERSAND:
        to[at] = data[at]
        at += 1
    out.size += at - begin
    return at


def next_reference(part: bytes, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the place of the next ``&``, or the size."""
    data: cython.p_const_uchar = part
    return next_place(data, AMPERSAND, at, len(part))


def entity(raw: bytes) -> str | None:
    """Return the first reference in ``raw`` to an entity that is not predefined, as written; None if there is none.

    Names (§2.3) of at most 64 characters are recognised, with letters, digits, and all bytes beyond ASCII.
    """
    data: cython.p_const_uchar = raw
    names: cython.p_const_uchar = _NAMES
    size: cython.Py_ssize_t = len(raw)
    at: cython.Py_ssize_t = next_reference(raw, 0)
    while at < size:
        end: cython.Py_ssize_t = at + 1
        if end < size and names[data[end]] == 2:
            while end < size and end - at <= 64 and names[data[end]]:
                end += 1
            if end < size and data[end] == SEMICOLON and not meaning(data, at, size):
                return raw[at : end + 1].decode("utf-8", "replace")
        at = next_reference(raw, at + 1)
    return None


def decode_xml_references(raw: bytes) -> bytes:
    """Return text with its character references decoded."""
    return DecodedValue([(TEXT, raw)]).text if AMPERSAND in raw else raw


# -- Decode character references in text, and map the places of rows back to the source --------------------------------
#
# The kernel of :class:`.character_references.TextDecoder`. Its loop goes from ``&`` to ``&``.

#: The maximum size of a numeric reference in text, with its ``&#``. No character needs more than ten bytes; a longer
#: one, with leading zeros, is not decoded, because it would have to be held.
REACH = 64
_REACH = cython.declare(cython.Py_ssize_t, REACH)
_NAMED = cython.declare(object, named)
# The characters of named references, including names without a semicolon; and the first two letters of the latter.
# Until all names are loaded, only those predefined in XML are present, and ``_BEGINNINGS`` is empty.
_MEANT = cython.declare(dict, dict(PREDEFINED))
_BEGINNINGS = cython.declare(bytes, b"")
_LONGEST_LEGACY = cython.declare(cython.Py_ssize_t, LONGEST_LEGACY)
_LONGEST = cython.declare(cython.Py_ssize_t, LONGEST + 1)
# The value of a digit; 99: not a digit.
_ASCII = cython.declare(tuple, tuple(bytes((byte,)) for byte in range(128)))
# §13.2.5.80: windows-1252 has no characters at five numbers, which are not replaced.
_WESTERN = cython.declare(
    tuple,
    tuple(
        (bytes((byte,)).decode("cp1252") if byte not in (0x81, 0x8D, 0x8F, 0x90, 0x9D) else chr(byte)).encode()
        for byte in range(0x80, 0xA0)
    ),
)
_LETTERS = cython.declare(bytes, bytes(byte < 0x7F and chr(byte).isalnum() for byte in range(256)))

# A buffer for output, unless another thread uses it: allocating one costs more than filling it.


def octets_of(number: cython.longlong) -> bytes:
    """Return the character of a numeric character reference of HTML in UTF-8 (§13.2.5.80)."""
    if number == 0 or number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
        return b"\xef\xbf\xbd"
    if 0x80 <= number < 0xA0:
        western: bytes = _WESTERN[number - 0x80]
        return western
    return chr(number).encode()


def _load_names() -> cython.int:
    global _BEGINNINGS
    _MEANT.update({f"&{name}".encode(): meant.encode() for name, meant in _NAMED().items()})
    begin = {(name[1] & 63) << 6 | (name[2] & 63) for name in _MEANT if not name.endswith(b";")}
    _BEGINNINGS = bytes([number in begin for number in range(1 << 12)])
    return 0


def _html_reference(
    data: cython.p_const_uchar, at: cython.Py_ssize_t, size: cython.Py_ssize_t, reach: cython.Py_ssize_t,
    attribute: cython.bint, meanings: list[Any],
) -> cython.Py_ssize_t:  # fmt: skip
    """Set the only member of ``meanings`` to the characters of the reference at a ``&``, in UTF-8; None if there is
    none. Return the end of what was read.

    A numeric one must end before ``reach``. ``attribute``: by the rules for attributes.
    """
    letters: cython.p_const_uchar = _LETTERS
    digits: cython.p_const_uchar = _DIGITS
    end: cython.Py_ssize_t = at + 1
    stop: cython.Py_ssize_t = min(size, at + _LONGEST)
    meant: Any = None
    while end < stop and letters[data[end]]:
        end += 1
    if end < stop and end > at + 1 and data[end] == SEMICOLON:
        end += 1
        meant = _MEANT.get(data[at:end])
        if meant is None and not _BEGINNINGS:
            _load_names()
            meant = _MEANT.get(data[at:end])
    if meant is None and end > at + 1:
        # §13.2.5.73: the longest prefix that is a name whose semicolon may be missing.
        if not _BEGINNINGS:
            _load_names()
        beginnings: cython.p_const_uchar = _BEGINNINGS
        end = min(end, at + 1 + _LONGEST_LEGACY)
        if end > at + 2 and not beginnings[(data[at + 1] & 63) << 6 | (data[at + 2] & 63)]:
            end = at
        while end > at + 2:
            meant = _MEANT.get(data[at:end])
            if meant is not None:
                if attribute and end < size and (data[end] == EQUALS or letters[data[end]]):
                    meant = None
                break
            end -= 1
    elif meant is None and end < size and data[end] == NUMBER_SIGN:
        end += 1
        base: cython.int = 16 if end < size and data[end] | 32 == SMALL_X else 10
        end += base == 16
        first_digit: cython.Py_ssize_t = end
        number: cython.longlong = 0
        while end < reach and digits[data[end]] < base:
            number = min(number * base + digits[data[end]], 0x110000)
            end += 1
        if end > first_digit and not (end < size and digits[data[end]] < base):
            if end < size and data[end] == SEMICOLON:
                end += 1
            if end <= reach:
                meant = _ASCII[number] if 31 < number < 127 else octets_of(number)
    meanings[0] = meant
    return end


def decode_character_references(
    text: bytes, size: cython.Py_ssize_t, limit: cython.Py_ssize_t, spans: list[tuple[int, int]],
    reach: cython.Py_ssize_t, line_feed: bytes, xml: cython.bint, taken: cython.longlong,
    given: cython.longlong, segments: Segments,
) -> tuple[bytes, int, int]:  # fmt: skip
    """Decode the references in the first ``size`` bytes that begin before ``limit`` and outside the ``spans``.

    They are those of HTML, or those of XML. ``segments`` gets a segment of a
    :class:`.SourceMap` for each; ``taken`` and ``given`` are the sizes of the source and the output before this text.
    Return the output, the offset in ``text`` at which it ends (the first ``&`` at or after the limit, else the size),
    and the number of bytes examined besides the search.
    """
    data: cython.p_const_uchar = text
    meanings: list[Any] = [None]
    at: cython.Py_ssize_t = 0
    kept: cython.Py_ssize_t = 0
    span: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = len(spans)
    first: cython.Py_ssize_t = size + 1
    last: cython.Py_ssize_t = 0
    looked: cython.Py_ssize_t = 0
    out: Bytes = None  # type: ignore[assignment]  # made for the first reference
    if count:
        first, last = spans[0]
    while True:
        at = next_place(data, AMPERSAND, at, size)
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
        found_there: cython.longlong = 0
        meant: Any = None
        end: cython.Py_ssize_t = at + 1
        if not xml:
            end = _html_reference(data, at, size, min(size, at + reach), False, meanings)
            meant = meanings[0]
        else:
            found_there = meaning(data, at, size)
            if found_there and found_there >> 32 <= reach:
                end = at + (found_there >> 32)
                meant = chr(found_there & _CHARACTER).encode()
        looked += 1
        if meant is None:
            at += 1
            continue
        looked += end - at
        if meant == b"\n":
            meant = line_feed
        if not kept:
            out = _SPARE.pop() if _SPARE else Bytes()
            out.reserve(size)
        out.copy(text, kept, at - kept)
        given += at - kept
        out.copy(meant, 0, len(meant))
        segments.add(given, given + len(meant), taken + at, taken + end, data[at:end])
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


def decoded(raw: bytes) -> bytes:
    """Return text with its references decoded by the rules for text."""
    if next_reference(raw, 0) == len(raw):
        return raw
    return decode_character_references(raw, len(raw), len(raw), [], _REACH, b"\n", False, 0, 0, Segments())[0]


def move_rows(
    found: Rows, begin: cython.Py_ssize_t, segments: Segments, shift: cython.longlong, line: cython.longlong,
    line_start: cython.longlong,
) -> tuple[int, int, int, int]:  # fmt: skip
    """Change the places of the rows from ``begin`` on from places in the output to places in the source.

    ``segments`` are those of a :class:`.SourceMap`; those before the last place are removed. ``shift`` is the distance
    from output to source of the bytes before the first segment. ``line`` is where a line begins in the output,
    ``line_start`` where it does in the source. Stop at a row that contains a decoded reference. Return its number, or
    the number of rows, and the new values of the last three arguments.
    """
    row: cython.Py_ssize_t = begin
    count: cython.Py_ssize_t = len(found)
    source: cython.longlong
    while row < count:
        start: cython.longlong = found.get(row, 0)
        end: cython.longlong = found.get(row, 1)
        first: cython.longlong = start - found.get(row, 3) + 1
        place: cython.longlong = first if first > line else start
        while True:
            while segments.count:
                last: cython.longlong = segments.end(0)
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


# ----------------------------------------------------------------------------------------------------------------------
# The values of attributes.

_NO_BYTES = cython.declare(bytes, b"\xef\xbf\xbd")
# What a translation makes of an undecodable byte (PEP 383): browsers show one U+FFFD, which is as long.
_UNDECODED = cython.declare(object, re.compile(rb"\xed[\xb2\xb3][\x80-\xbf]"))
_OF_SURROGATES = cython.declare(cython.int, 0xED)  # the first byte of a surrogate in UTF-8
_BEYOND = cython.declare(cython.int, 0x80)


class Value:
    """The value of an attribute: its ``text`` as a browser decodes it, and the places of its characters in ``raw``."""

    def __init__(self, raw: bytes, text: str, places: Any) -> None:
        self.raw: bytes = raw
        self.text: str = text
        # The place in ``raw`` of each character, and the end of the last one; None if places are the same in both.
        self.places = places

    def place(self, position: int) -> int:
        """Return the place in ``raw`` of the character ``position`` of ``text``; for the length of ``text``, the end.

        The place of a character that was part of a reference is that of the reference.
        """
        return position if self.places is None else self.places[position]

    @property
    def mapped_span(self) -> Any:
        """:meth:`span`; None if places in ``text`` and ``raw`` are the same."""
        return None if self.places is None else self.span

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in ``raw`` of ``text[start:end]``, with references as a whole."""
        places: Any = self.places
        if places is None:
            return start, end
        if end <= start:
            return places[start], places[start]
        last = places[end - 1]
        while places[end] == last:  # a reference to two characters
            end += 1
        return places[start], places[end]


def decode(raw: bytes, reference: Any = None) -> Value:
    """Return the value of an attribute whose bytes are ``raw``, in UTF-8, without its quotes.

    References are decoded by the rules for attributes: one without a semicolon before ``=``, a letter or a digit is not
    decoded. Line breaks become line feeds (§13.2.3.5); a NUL and bytes that are not UTF-8 become U+FFFD. ``reference``
    decodes references if they are not HTML's: it takes bytes, the place of a ``&`` in them, and True for an attribute;
    it returns the end of the reference and its characters, or None.
    """
    data: cython.p_const_uchar = raw
    size: cython.Py_ssize_t = len(raw)
    at: cython.Py_ssize_t = 0
    while at < size and data[at] != AMPERSAND and data[at] != CARRIAGE_RETURN and data[at] and data[at] < _BEYOND:
        at += 1
    if at == size:
        return Value(raw, raw.decode("ascii"), None)
    if _OF_SURROGATES in raw:
        raw = _UNDECODED.sub(_NO_BYTES, raw)
        data = raw
        size = len(raw)
    places: Any = array("q", bytes(8 * (size + 1)))
    place: cython.longlong[::1] = places
    count: cython.Py_ssize_t = 0
    kept: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = 0
    parts: list[str] = []
    meanings: list[Any] = [None]
    at = 0
    while at < size:
        meant: Any = None
        byte: cython.int = data[at]
        if byte == AMPERSAND:
            if reference is None:
                end = _html_reference(data, at, size, size, True, meanings)
                if meanings[0] is not None:
                    meant = meanings[0].decode("utf-8")
            elif found := reference(raw, at, True):
                end, meant = found
        elif byte == CARRIAGE_RETURN:
            end = at + 2 if at + 1 < size and data[at + 1] == LINE_FEED else at + 1
            meant = "\n"
        elif not byte:
            end = at + 1
            meant = "\ufffd"
        if meant is None:
            place[count] = at
            count += 1
            at += 1 if byte < _BEYOND else _width(data, at, size)
            continue
        if kept < at:
            parts.append(raw[kept:at].decode("utf-8", "replace"))
        parts.append(meant)
        for _ in range(len(meant)):
            place[count] = at
            count += 1
        at = kept = end
    if kept < size:
        parts.append(raw[kept:].decode("utf-8", "replace"))
    text: str = "".join(parts)
    if count == size and not kept:
        return Value(raw, text, None)
    place[count] = size
    return Value(raw, text, places[: count + 1])


def _width(data: cython.p_const_uchar, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the number of bytes of a character beyond ASCII; of one that is not UTF-8, of the longest beginning of a
    character, which Python and the Encoding Standard replace by one U+FFFD.
    """
    byte: cython.int = data[at]
    width: cython.Py_ssize_t = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
    low: cython.int = 0xA0 if byte == 0xE0 else 0x90 if byte == 0xF0 else 0x80
    high: cython.int = 0x9F if byte == 0xED else 0x8F if byte == 0xF4 else 0xBF
    if byte < 0xC2 or byte > 0xF4 or at + 1 >= size or data[at + 1] < low or data[at + 1] > high:
        return 1
    k: cython.Py_ssize_t = 2
    while k < width and at + k < size and data[at + k] & 0xC0 == 0x80:
        k += 1
    return k
