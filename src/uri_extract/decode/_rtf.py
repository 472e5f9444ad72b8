# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

r"""The decoder of RTF (Rich Text Format 1.9.1): it writes the text, and the place of each part in the source.

A line break in the source is not part of the text, ``\'e9`` is a byte in a charset, ``\u233`` a character that a
fallback follows, and a control word begins with ``\``. The text of some destinations (headers, notes, instructions of
fields) is separate from the text around them; destinations that hold data (pictures, font tables) have no text.

If the document holds HTML ([MS-OXRTFEX] §2.1.3, as Outlook writes it), the text is that: markup is in destinations
``\*\htmltag``, its text outside them, and what only readers of RTF see is between ``\htmlrtf`` and ``\htmlrtf0``.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

from array import array
from collections import deque

import cython

from uri_extract._compat._typing import Any
from uri_extract.decode.rtf_words import (
    BEGINNING,
    CODE_PAGES,
    CODE_PAGES_OF_CHARSETS,
    DATA,
    FONTS,
    HOLDS_HTML,
    HTML_TAG,
    INSTRUCTION,
    MEANINGFUL,
    NOT_HTML,
    SEPARATE,
    SYMBOLS,
    TEXTS,
    characters_of,
    decoded,
)  # fmt: skip
from uri_extract.scan._kernel import SEPARATOR

if not cython.compiled:
    from uri_extract._compat._ascii import (  # noqa: I001 - several to a line
        APOSTROPHE, ASTERISK, BACKSLASH, CARRIAGE_RETURN, DIGIT_0, DIGIT_9, HYPHEN, LEFT_BRACE, LINE_FEED,
        RIGHT_BRACE, SMALL_A, SMALL_Z, SPACE,
    )  # fmt: skip
    from uri_extract.place._source_map import hex_value
    from uri_extract.place.source_map import SourceMap
    from uri_extract.rows._bytes import Bytes, part_of

_SEPARATOR = cython.declare(object, SEPARATOR)
_BEGIN_OF_FIELD = cython.declare(bytes, SEPARATOR + INSTRUCTION)

# Bytes in which a document must begin as RTF.
_HEAD = cython.declare(cython.Py_ssize_t, 64)
# Letters of a control word and digits of its number; what follows them is text.
_MOST_LETTERS = cython.declare(cython.Py_ssize_t, 32)
_MOST_DIGITS = cython.declare(cython.Py_ssize_t, 10)
# Bytes of the longest token that begins with a backslash: a control word, its number and the space after them.
_LONGEST = cython.declare(cython.Py_ssize_t, 45)
# Groups whose state is restored when they end; the ends of further ones restore the initial state.
_MOST_GROUPS = cython.declare(cython.Py_ssize_t, 1 << 10)
_MOST_FONTS = cython.declare(cython.Py_ssize_t, 1 << 12)
# Bytes of the source without any text, up to which they are part of the reference around them.
_MOST_INSIDE = cython.declare(cython.Py_ssize_t, 1 << 12)

# A control word without a number; a group without a font.
_NO_NUMBER = cython.declare(cython.longlong, -(1 << 40))
# What a group's destination is, in bits.
_IS_DATA = cython.declare(cython.int, 1)
_IS_SEPARATE = cython.declare(cython.int, 2)
_HAS_FONTS = cython.declare(cython.int, 4)
_IS_NOT_HTML = cython.declare(cython.int, 8)
_IS_HIDDEN = cython.declare(cython.int, 9)  # data, or not HTML
_IS_RESULT = cython.declare(cython.int, 16)  # of a field; not set in a result in a result
# Integers of a group's state: bytes of a fallback, the font, and the destination.
_FIELDS = cython.declare(cython.Py_ssize_t, 3)


class RtfDecoder:
    """Decodes RTF as it comes, in chunks of any size. A document that does not begin as RTF is its own text."""

    def __init__(self) -> None:
        self.map: SourceMap = SourceMap()
        self.out = Bytes()
        self.source = b""
        self.passed = 0  # in ``source``: what follows is not yet in the map
        self.inside = 0  # bytes of earlier chunks since the last text
        self.skipped = b""  # these bytes, if they are few
        self.held = b""  # the beginning of a token
        self.recognised: cython.int = -1
        self.is_html = False  # the text is HTML
        self.binary: cython.longlong = 0  # bytes of data that follow
        self.fallback: cython.longlong = 1
        self.font: cython.longlong = _NO_NUMBER
        self.destination: cython.int = 0
        self.groups: cython.longlong[::1] = array("q", bytes(8 * _FIELDS * _MOST_GROUPS))
        self.depth = self.known = 0  # the depth of the group, and how many of the groups around it have their state
        self.begins = self.may_be_unknown = False  # a group begins here; after the mark of an optional destination
        self.left: cython.longlong = 0  # bytes of a fallback that are left
        self.high: cython.int = 0  # a high surrogate
        self.pending: Any = None  # the state of a decoder that has the first byte of a character in ``page``
        self.page, self.code_page = 0, 1252
        self.fonts: dict[int, int] = {}  # their code pages
        self.declared = self.default_font = _NO_NUMBER
        # Twice the offsets, in the output, of results of fields, each right after an instruction; of their ends plus 1.
        self.results: deque[int] = deque()
        self.separated: cython.longlong = -1  # the end of the last separator in the output

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes; return the text that they complete, in UTF-8."""
        data: bytes = self.held + chunk if self.held else chunk
        if self.recognised < 0:
            self.recognised = _begins_rtf(data, final)
            self.held = data if self.recognised < 0 else b""
            if self.recognised < 0:
                return b""
        if not self.recognised:
            self.map.copied(len(data))
            return data
        self.source = data
        self.out.clear()
        at: cython.Py_ssize_t = self.read(final)
        if final:
            self.pass_over(at)
        elif at > self.passed:
            self.inside += at - self.passed
            self.skipped = self.skipped + data[self.passed : at] if self.inside <= _MOST_INSIDE else b""
        self.held = data[at:]
        self.source = b""
        text: bytes = self.out.all()
        return text

    def read(self, final: cython.bint) -> cython.Py_ssize_t:
        """Read the source; return where it ends, or where a token begins that may go on."""
        source: bytes = self.source
        data: cython.p_const_uchar = source
        at: cython.Py_ssize_t = 0
        end: cython.Py_ssize_t = len(source)
        surely: cython.Py_ssize_t = end if final else end - _LONGEST
        self.passed = 0
        while at < end:
            if self.binary:
                begin: cython.Py_ssize_t = min(self.binary, end - at)
                self.binary -= begin
                at += begin
                continue
            byte: cython.int = data[at]
            if byte == BACKSLASH:
                if at > surely:
                    break
                if at + 1 == end:
                    return end
                at = self.control(data, at, end)
            elif byte in (LEFT_BRACE, RIGHT_BRACE):
                at += 1
                self.brace(byte == LEFT_BRACE, at)
            elif self.destination & _IS_HIDDEN or byte in (CARRIAGE_RETURN, LINE_FEED):
                at += 1
            else:
                self.begins = self.may_be_unknown = False
                begin = at
                at += 1
                if self.left:
                    self.left -= 1
                elif byte >= 0x80 or self.pending is not None:
                    self.octet(byte, begin, at)
                else:
                    while at < end and _is_text(data[at]):
                        at += 1
                    self.copy(begin, at)
        return at

    def control(self, data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Read the token that begins with the backslash at ``at``; return where it ends."""
        i: cython.Py_ssize_t = at + 1
        number: cython.longlong = _NO_NUMBER
        byte: cython.int = data[i]
        if SMALL_A <= byte | 0x20 <= SMALL_Z:
            stop: cython.Py_ssize_t = min(end, i + _MOST_LETTERS)
            while i < stop and SMALL_A <= data[i] | 0x20 <= SMALL_Z:
                i += 1
            word: bytes = part_of(self.source, at + 1, i)
            stop = i + (i < end and data[i] == HYPHEN)
            if stop < end and DIGIT_0 <= data[stop] <= DIGIT_9:
                byte = data[i]
                i = stop
                stop = min(end, i + _MOST_DIGITS)
                number = 0
                while i < stop and DIGIT_0 <= data[i] <= DIGIT_9:
                    number = 10 * number + data[i] - DIGIT_0
                    i += 1
                if byte == HYPHEN:
                    number = -number
            if i < end and data[i] == SPACE:
                i += 1
            if self.begins or self.left or word in MEANINGFUL:
                self.word(word, number, at, i)
            return i
        i += 1
        if byte == ASTERISK:
            self.may_be_unknown = self.begins
            return i
        is_octet: cython.bint = byte == APOSTROPHE and i + 1 < end and hex_value(data[i]) < 16
        is_octet = is_octet and hex_value(data[i + 1]) < 16
        if is_octet:
            byte = hex_value(data[i]) << 4 | hex_value(data[i + 1])
            i += 2
        self.begins = self.may_be_unknown = False
        if self.destination & _IS_HIDDEN:
            return i
        if self.left:
            self.left -= 1
        elif is_octet:
            self.octet(byte, at, i)
        else:
            text: Any = SYMBOLS.get(byte)
            if text is not None:
                self.write(text, at, i)
        return i

    def brace(self, opens: cython.bint, end: cython.Py_ssize_t) -> cython.int:
        """Begin or end a group with the brace before ``end``."""
        self.left = 0
        self.pending = None
        self.begins = opens
        self.may_be_unknown = False
        was: cython.int = self.destination
        if opens:
            at: cython.Py_ssize_t = _FIELDS * (self.depth % _MOST_GROUPS)
            self.groups[at] = self.fallback
            self.groups[at + 1] = self.font
            self.groups[at + 2] = self.destination
            self.depth += 1
            self.known = min(self.known + 1, _MOST_GROUPS)
            self.destination &= ~_IS_SEPARATE
            return 0
        if self.known:
            self.known -= 1
            self.depth -= 1
            at = _FIELDS * (self.depth % _MOST_GROUPS)
            self.fallback = self.groups[at]
            self.font = self.groups[at + 1]
            self.destination = self.groups[at + 2]
        else:
            self.fallback = 1
            self.font = _NO_NUMBER
            self.destination = 0
        if (was ^ self.destination) & _IS_RESULT:
            self.results.append(2 * self.map.size + 1)
        if was & _IS_SEPARATE:
            self.write(SEPARATOR, end - 1, end)
            self.separated = self.map.size
        return 0

    def word(
        self, word: bytes, number: cython.longlong, begin: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> cython.int:  # fmt: skip
        """Do what a control word, with its number, says."""
        begins: cython.bint = self.begins
        may_be_unknown: cython.bint = self.may_be_unknown
        has_number: cython.bint = number != _NO_NUMBER
        is_data: cython.bint = self.destination & _IS_DATA != 0
        self.begins = self.may_be_unknown = False
        if word == b"bin":
            self.binary = max(0, number)
            return 0
        if begins and not is_data:
            if self.is_html and word == HTML_TAG:
                return 0
            if word in DATA or (self.is_html and (may_be_unknown or word in SEPARATE)):
                self.destination |= _IS_DATA | (_HAS_FONTS if word == FONTS else 0)
                return 0
            if word == b"fldrslt":
                if self.map.size == self.separated and not self.is_html:  # HTML has its own links
                    self.destination ^= _IS_RESULT
                    self.results.append(2 * self.map.size)
            elif may_be_unknown or word in SEPARATE:
                self.destination |= _IS_SEPARATE
                self.write(_BEGIN_OF_FIELD if word == b"fldinst" else SEPARATOR, begin, end)
                return 0
        if self.is_html and word == NOT_HTML:
            self.destination &= ~_IS_NOT_HTML
            self.destination |= _IS_NOT_HTML if number else 0
            return 0
        if word == b"u" and has_number:
            if not self.destination & _IS_HIDDEN:
                self.character(number, begin, end)
            return 0
        if self.left:
            self.left -= 1
            return 0
        if is_data:
            if self.destination & _HAS_FONTS:
                self.declare_font(word, number)
            return 0
        text: Any = TEXTS.get(word)
        if text is not None:
            if not self.is_html or not (self.destination & _IS_NOT_HTML or text is _SEPARATOR):
                self.write(text, begin, end)
        elif word == HOLDS_HTML:
            self.is_html = self.map.size == 0 and number != 0
        elif word == b"f":
            self.font = number
        elif word == b"plain":
            self.font = _NO_NUMBER
        elif word == b"uc":
            self.fallback = max(0, number)
        elif word == b"deff":
            self.default_font = number
        elif word == b"ansicpg":
            self.code_page = number if has_number and number else self.code_page
        else:
            self.code_page = CODE_PAGES.get(word, self.code_page)
        return 0

    def declare_font(self, word: bytes, number: cython.longlong) -> cython.int:
        """Note the number of a font that is declared, or the code page of its charset."""
        if word == b"f":
            self.declared = number
        elif word == b"fcharset" and self.declared != _NO_NUMBER and len(self.fonts) < _MOST_FONTS:
            page: Any = CODE_PAGES_OF_CHARSETS.get(number)
            if page is not None:
                self.fonts[self.declared] = page
        return 0

    def character(self, number: cython.longlong, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Write the character of a number. Negative numbers are 16 bits; characters beyond these are surrogates."""
        point: cython.longlong = number & 0xFFFF if number < 0 else number
        high: cython.int = self.high
        self.left = self.fallback
        self.high = point if 0xD800 <= point < 0xDC00 else 0
        if self.high:
            return 0
        if 0xDC00 <= point < 0xE000:
            point = 0x10000 + ((high - 0xD800) << 10) + point - 0xDC00 if high else 0xFFFD
        self.write(chr(point if point < 0x110000 else 0xFFFD).encode(), begin, end)
        return 0

    def octet(self, value: cython.int, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Write the character that a byte completes, in the code page of the font or else of the document."""
        text: bytes
        if self.pending is None:
            font: cython.longlong = self.default_font if self.font == _NO_NUMBER else self.font
            self.page = self.code_page if font == _NO_NUMBER else self.fonts.get(font, self.code_page)
            characters: Any = characters_of(self.page)
            if characters is not None:
                self.write(characters[value], begin, end)
                return 0
        text, self.pending = decoded(self.page, self.pending, value)
        if text:
            self.write(text, begin, end)
        return 0

    # -- the text and its places -----------------------------------------------------------------------------------

    def copy(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Write a part of the source."""
        self.pass_over(begin)
        self.map.copied(end - begin)
        self.out.copy(self.source, begin, end - begin)
        self.passed = end
        return 0

    def write(self, text: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Write the text of a part of the source."""
        self.pass_over(begin)
        self.map.replaced(len(text), part_of(self.source, begin, end))
        self.out.copy(text, 0, len(text))
        self.passed = end
        return 0

    def pass_over(self, end: cython.Py_ssize_t) -> cython.int:
        """Note that the source up to ``end`` has no text. A reference around it includes it, if it is short."""
        size: cython.Py_ssize_t = self.inside + end - self.passed
        if size > _MOST_INSIDE:
            self.map.jump(self.map.taken + size)
        elif size:
            self.map.replaced(0, self.skipped + part_of(self.source, self.passed, end))
        self.inside = 0
        self.skipped = b""
        return 0


def _is_text(byte: cython.int) -> cython.bint:
    """Return True for a byte that is a character of the text."""
    return (
        byte < 0x80 and byte != BACKSLASH and byte != LEFT_BRACE and byte != RIGHT_BRACE and byte != LINE_FEED
        and byte != CARRIAGE_RETURN
    )  # fmt: skip


def _begins_rtf(data: bytes, final: bool) -> int:
    """Return 1 if a document is RTF, whatever its name is, 0 if it is not; -1 if more of it must be seen."""
    first = data[:_HEAD].lstrip(b"\t\n\f\r ")[: len(BEGINNING)]
    if first == BEGINNING or final or len(data) >= _HEAD:
        return int(first == BEGINNING)
    return -1 if BEGINNING.startswith(first) else 0
