# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Decode text that shifts between ASCII and sections in another character set, such as ISO-2022-JP and UTF-7.

A section begins and ends with bytes that the encoding defines, such as an escape sequence.
"""

from __future__ import annotations

import cython

from uri_extract._compat._typing import Any

if not cython.compiled:
    from uri_extract._compat._ascii import HYPHEN
    from uri_extract.place._source_map import SourceMap
    from uri_extract.rows._bytes import Bytes, next_byte, part_of

_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
# The value of each byte as a digit of base64.
_NUMBERS = cython.declare(bytes, bytes(max(0, _BASE64.find(byte)) for byte in range(256)))

#: The most bytes of a section that are mapped as a whole; a longer section is mapped in parts. In base64 a part is
#: whole units of UTF-16: 4096 digits are 1536 units.
SECTION = 4096
_SECTION = cython.declare(cython.Py_ssize_t, SECTION)


class Shifts:
    """Decodes the sections of one codec.

    ``begins`` are the bytes that can begin a section, ``ends`` the byte strings that end it. ``signs`` maps sections of
    two bytes to the ASCII that they mean. ``decode`` returns the text of a whole section after ``prefix``; if it raises
    UnicodeError, the section is left to the translator. Without ``decode``, sections are base64.
    """

    def __init__(
        self, begins: bytes, ends: tuple[bytes, ...], signs: dict[bytes, bytes], decode: Any, prefix: bytes
    ) -> None:  # fmt: skip
        self.begins = bytes(byte in begins for byte in range(256))
        self.sole: cython.int = begins[0] if len(begins) == 1 else -1
        self.ends = ends
        self.signs = signs
        self.decode = decode
        self.prefix = prefix
        self.first = bytes(any(each[0] == byte for each in ends) for byte in range(256))
        self.longest: cython.Py_ssize_t = max(map(len, ends))

    def read(self, state: Any, chunk: bytes, final: cython.bint) -> bytes:
        """Return the next bytes in UTF-8, and note them in the map of ``state``, which is a ``ShiftingTranslator``.

        Its ``section`` decodes all but the simple cases. The bytes of an incomplete section are left in its
        ``held``, and ``searched`` is set to how many of them were searched for the end of the section.
        """
        places: SourceMap = state.map
        shifted: cython.bint = state.shifted
        size: cython.Py_ssize_t = len(chunk)
        searched: cython.Py_ssize_t = state.searched
        at: cython.Py_ssize_t = 0
        out: Bytes = Bytes()
        while at < size:
            if not shifted:
                after: cython.Py_ssize_t = self.begin(chunk, at, size)
                if after > at:
                    text: bytes = part_of(chunk, at, after)
                    if text.isascii() and state.independent:
                        places.copied(after - at)
                    else:
                        text = state.section(text, False, False)
                    out.copy(text, 0, len(text))
                    at = after
                    if at == size:
                        break
                if self.signs and at + 1 < size:
                    after = self.signs_end(chunk, at, size, places, out)
                    if after > at:
                        at = after
                        continue
            after = at + _SECTION + (not shifted)  # and the byte that begins it
            stop: cython.Py_ssize_t = self.end(chunk, max(at, searched), min(after, size))
            ends: cython.bint = stop > 0
            if ends:
                after = stop
            if after > size:
                if not final:
                    state.held = part_of(chunk, at, size)
                    state.searched = max(0, size - at - self.longest + 1)
                    break
                after = size
            simple: cython.bint = ends and not shifted and state.independent
            if not (simple and self.is_read(chunk, at, after, places, out)):
                text = state.section(part_of(chunk, at, after), True, not ends)
                out.copy(text, 0, len(text))
                shifted = not ends
            at = after
        utf8: bytes = out.all()
        return utf8

    def begin(self, chunk: bytes, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the next section begins; ``size`` without one."""
        data: cython.p_const_uchar = chunk
        begins: cython.p_const_uchar = self.begins
        if self.sole >= 0:
            at = next_byte(chunk, self.sole, at, size)
            return at if at >= 0 else size
        while at < size and not begins[data[at]]:  # a search for each byte would go over the others' places
            at += 1
        return at

    def end(self, chunk: bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the section at ``at`` ends; 0 if it does not end at ``stop`` or before."""
        data: cython.p_const_uchar = chunk
        first: cython.p_const_uchar = self.first
        mark: bytes
        while at < stop:
            if first[data[at]]:
                if self.longest == 1:
                    return at + 1
                for mark in self.ends:
                    if chunk.startswith(mark, at, stop):
                        return at + len(mark)
            at += 1
        return 0

    def signs_end(
        self, chunk: bytes, at: cython.Py_ssize_t, size: cython.Py_ssize_t, places: SourceMap, out: Bytes
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Read all repetitions of the two-byte section at ``at``; return where they end."""
        data: cython.p_const_uchar = chunk
        pair: bytes = part_of(chunk, at, at + 2)
        sign: bytes | None = self.signs.get(pair)
        first: cython.int = data[at]
        second: cython.int = data[at + 1]
        if sign is None:
            return at
        while at + 1 < size and data[at] == first and data[at + 1] == second:
            places.replaced(len(sign), pair)
            out.copy(sign, 0, len(sign))
            at += 2
        return at

    def is_read(
        self, chunk: bytes, at: cython.Py_ssize_t, after: cython.Py_ssize_t, places: SourceMap, out: Bytes
    ) -> cython.bint:  # fmt: skip
        """Decode a whole section; return False if that is left to the translator."""
        before: cython.Py_ssize_t = out.size
        if self.decode is not None:
            source: bytes = part_of(chunk, at, after)
            try:
                text: str = self.decode(self.prefix + source if self.prefix else source)[0]
                utf8: bytes = text.encode("utf-8")
            except UnicodeError:
                return False
            out.copy(utf8, 0, len(utf8))
        elif is_utf16(chunk, at + 1, after - 1):
            put_utf16(chunk, at + 1, after - 1, out)
            source = part_of(chunk, at, after)
            if source[after - at - 1] != HYPHEN:
                out.copy(source, after - at - 1, 1)
        else:
            return False
        places.replaced(out.size - before, source)
        return True


def is_utf16(chunk: bytes, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if base64 is valid UTF-16, padded with zero bits, and a byte of ASCII follows."""
    data: cython.p_const_uchar = chunk
    numbers: cython.p_const_uchar = _NUMBERS
    bits: cython.uint = 0
    count: cython.int = 0
    half: cython.bint = False  # the last unit is the first one of a surrogate pair
    if at == end or data[end] >= 0x80:
        return False
    while at < end:
        bits = (bits << 6 | numbers[data[at]]) & 0x3FFFFF
        count += 6
        at += 1
        if count >= 16:
            count -= 16
            unit: cython.uint = bits >> count & 0xFFFF
            if half != (0xDC00 <= unit < 0xE000):
                return False
            half = 0xD800 <= unit < 0xDC00
    return count < 6 and not bits & ((1 << count) - 1) and not half


def put_utf16(chunk: bytes, at: cython.Py_ssize_t, end: cython.Py_ssize_t, out: Bytes) -> cython.int:
    """Decode UTF-16 in base64, and append it to ``out`` in UTF-8."""
    data: cython.p_const_uchar = chunk
    numbers: cython.p_const_uchar = _NUMBERS
    bits: cython.uint = 0
    count: cython.int = 0
    high: cython.uint = 0
    while at < end:
        bits = (bits << 6 | numbers[data[at]]) & 0x3FFFFF
        count += 6
        at += 1
        if count < 16:
            continue
        count -= 16
        unit: cython.uint = bits >> count & 0xFFFF
        if unit < 0x80:
            out.octet(unit)
        elif unit < 0x800:
            out.octet(0xC0 | unit >> 6)
            out.octet(0x80 | unit & 0x3F)
        elif 0xD800 <= unit < 0xDC00:
            high = unit
        elif 0xDC00 <= unit < 0xE000:
            unit = 0x10000 + ((high - 0xD800) << 10) + unit - 0xDC00
            out.octet(0xF0 | unit >> 18)
            out.octet(0x80 | unit >> 12 & 0x3F)
            out.octet(0x80 | unit >> 6 & 0x3F)
            out.octet(0x80 | unit & 0x3F)
        else:
            out.octet(0xE0 | unit >> 12)
            out.octet(0x80 | unit >> 6 & 0x3F)
            out.octet(0x80 | unit & 0x3F)
    return 0
