"""Character references of XML, and the five entities that are predefined (XML 1.0 §4.1, §4.6): :mod:`.xml_references`.

One source, two speeds, as the scan kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from string import hexdigits

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.libc.string import memchr
    from cython.cimports.uri_extract.pages._bytes_c import Bytes
else:
    from uri_extract._ascii import (
        AMPERSAND,
        APOSTROPHE,
        GREATER_THAN,
        LESS_THAN,
        NUMBER_SIGN,
        QUOTATION_MARK,
        SEMICOLON,
        SMALL_A,
        SMALL_G,
        SMALL_L,
        SMALL_M,
        SMALL_O,
        SMALL_P,
        SMALL_Q,
        SMALL_S,
        SMALL_T,
        SMALL_U,
        SMALL_X,
    )  # fmt: skip
    from uri_extract.pages._bytes import Bytes

#: What a part of a source is: text with references, text without, no text.
TEXT, VERBATIM, NOTHING = 1, 2, 0
_TEXT = cython.declare(cython.int, TEXT)
_NOTHING = cython.declare(cython.int, NOTHING)
_CHARACTER = cython.declare(cython.longlong, (1 << 32) - 1)
# The value of a digit; 99: not a digit.
_DIGITS = cython.declare(
    bytes, bytes(int(chr(byte), 16) if byte < 0x7F and chr(byte) in hexdigits else 99 for byte in range(256))
)
# Bytes of names: 2 begins one.
_NAMES = cython.declare(
    bytes,
    bytes(
        2 if chr(byte).isalpha() or byte in b"_:" or byte > 0x7F else chr(byte).isdigit() or byte in b"-."
        for byte in range(256)
    ),
)


@cython.cfunc
@cython.exceptval(check=False)
def meaning(data: cython.p_const_uchar, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.longlong:
    """Return the bytes of the reference that begins at the ``&`` there, times 2**32, plus its character; 0 for none.

    It is not one without a semicolon, for an entity that is not predefined, or a number of no character (§2.2).
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
    """Return the end of the reference that begins at the ``&`` there, and the character; None if it is not one."""
    found: cython.longlong = meaning(raw, begin, len(raw))
    return (begin + (found >> 32), chr(found & _CHARACTER)) if found else None


@cython.cclass
class DecodedValue:
    """Text with its character references decoded, and the places of its bytes in the source.

    ``parts`` are all bytes of the source, each with what it is: :data:`TEXT` has references, :data:`VERBATIM` has none,
    :data:`NOTHING` is not part of the text. ``unknown``: there is a ``&`` that was not decoded.
    """

    def __init__(self, parts: list[tuple[int, bytes]]) -> None:
        out: Bytes = Bytes()
        how: cython.int
        part: bytes
        self.parts = parts
        self.unknown = False
        for how, part in parts:
            if how == _TEXT:
                self.decode(part, out)
                continue
            if how != _NOTHING:
                out.copy(part, 0, len(part))
            self.unknown = self.unknown or next_reference(part, 0) < len(part)
        self.text = out.all()
        self.go_to(0)

    @cython.cfunc
    @cython.exceptval(-1)
    def decode(self, part: bytes, out: Bytes) -> cython.int:
        """Add a part with its references decoded."""
        data: cython.p_const_uchar = part
        size: cython.Py_ssize_t = len(part)
        kept: cython.Py_ssize_t = 0
        at: cython.Py_ssize_t = next_reference(part, 0)
        found: cython.longlong
        while at < size:
            found = meaning(data, at, size)
            if found:
                out.copy(part, kept, at - kept)
                if found & _CHARACTER < 0x80:
                    out.octet(found & 0xFF)
                else:
                    out.put(chr(found & _CHARACTER))
                kept = at + (found >> 32)
            else:
                self.unknown = True
            at = next_reference(part, max(kept, at + 1))
        out.copy(part, kept, size - kept)
        return 0

    # -- places ------------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(-1)
    def go_to(self, index: cython.Py_ssize_t) -> cython.int:
        """Go to the beginning of a part, the first one or the next."""
        self.begin = self.begin + len(self.part) if index else 0
        self.out = self.out if index else 0
        self.index = index
        self.at = 0
        self.ahead = -1
        self.how = _NOTHING
        self.part = b""
        if index < len(self.parts):
            self.how, self.part = self.parts[index]
        return 0

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the source of ``text[start:end]``, which includes references as a whole.

        It is linear if starts do not decrease.
        """
        first: cython.Py_ssize_t = self.place(start)
        return first, self.place_of_end(end) if end > start else first

    @cython.ccall
    @cython.exceptval(-1)
    def place(self, start: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where in the source the byte of the text is, or what became it as a whole."""
        if start < self.out:
            self.go_to(0)
        self.seek(start)
        return self.begin + self.at

    @cython.ccall
    @cython.exceptval(-1)
    def place_of_end(self, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where in the source the text ends that begins at the place that was asked for last."""
        index: cython.Py_ssize_t = self.index
        how: cython.int = self.how
        part: bytes = self.part
        begin: cython.Py_ssize_t = self.begin
        at: cython.Py_ssize_t = self.at
        out: cython.Py_ssize_t = self.out
        ahead: cython.Py_ssize_t = self.ahead
        size: cython.Py_ssize_t = self.seek(end - 1)
        size += self.begin + self.at
        self.index = index
        self.how = how
        self.part = part
        self.begin = begin
        self.at = at
        self.out = out
        self.ahead = ahead
        return size

    @cython.cfunc
    @cython.exceptval(-1)
    def seek(self, position: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Go to what became the byte of the text at a position; return how many bytes that is in the source."""
        size: cython.Py_ssize_t
        found: cython.longlong
        width: cython.Py_ssize_t
        while self.index < len(self.parts):
            size = len(self.part)
            if self.how == _NOTHING:
                self.go_to(self.index + 1)
                continue
            if self.ahead < self.at:
                self.ahead = next_reference(self.part, self.at) if self.how == _TEXT else size
            if position - self.out < self.ahead - self.at:
                self.at += position - self.out
                self.out = position
                return 1
            self.out += self.ahead - self.at
            self.at = self.ahead
            if self.at == size:
                self.go_to(self.index + 1)
                continue
            found = meaning(self.part, self.at, size)
            size = found >> 32 if found else 1
            width = len(chr(found & _CHARACTER).encode()) if found & _CHARACTER > 0x7F else 1
            if position - self.out < width:
                return size
            self.out += width
            self.at += size
        return 0


@cython.cfunc
@cython.exceptval(-1)
def next_reference(part: bytes, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the next ``&`` is, or the size."""
    size: cython.Py_ssize_t = len(part)
    if cython.compiled:
        data: cython.p_const_uchar = part
        found: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + at, AMPERSAND, size - at))
        return found - data if found != cython.NULL else size
    place = part.find(b"&", at)
    return place if place >= 0 else size


def entity(raw: bytes) -> str | None:
    """Return the first reference in ``raw`` to an entity that is not predefined, as written; None if there is none.

    Names (§2.3) have at most 64 characters here; most have letters, digits, and what is beyond ASCII.
    """
    data: cython.p_const_uchar = raw
    names: cython.p_const_uchar = _NAMES
    size: cython.Py_ssize_t = len(raw)
    at: cython.Py_ssize_t = next_reference(raw, 0)
    end: cython.Py_ssize_t
    while at < size:
        end = at + 1
        if end < size and names[data[end]] == 2:
            while end < size and end - at <= 64 and names[data[end]]:
                end += 1
            if end < size and data[end] == SEMICOLON and not meaning(data, at, size):
                return raw[at : end + 1].decode("utf-8", "replace")
        at = next_reference(raw, at + 1)
    return None


def decode_character_references(raw: bytes) -> bytes:
    """Return text with its character references decoded."""
    return DecodedValue([(TEXT, raw)]).text if b"&" in raw else raw
