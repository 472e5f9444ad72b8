"""Decode strings of JSON (RFC 8259 §7), and map places in them to the source.

Text that is not an escape sequence is copied. A surrogate without its other half becomes U+FFFD.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.string import memcpy
else:
    from uri_extract._compat._ascii import (  # noqa: I001 - several to a line
        BACKSLASH, DIGIT_0, DIGIT_9, QUOTATION_MARK, SLASH, SMALL_A, SMALL_B, SMALL_F, SMALL_N, SMALL_R, SMALL_T,
        SMALL_U,
    )  # fmt: skip
    from uri_extract.rows._bytes import next_byte

# A character in the low bits of a number, with the size of its source shifted above it.
_CODE = cython.declare(cython.longlong, (1 << 21) - 1)
_SHIFT = cython.declare(cython.int, 21)


class JsonString:
    """The bytes between the quotation marks of a string, with their place in the document and their line.

    ``line`` is the number of the line, ``line_start`` its place in the document.
    """

    def __init__(self, start: int, raw: bytes, line: int, line_start: int) -> None:
        self.start: cython.longlong = start
        self.raw = raw
        self.line: cython.longlong = line
        self.line_start: cython.longlong = line_start

    @property
    def text(self) -> str:
        """The decoded text of the string."""
        return decoded(self.raw).decode("utf-8", "replace")


def decoded(raw: bytes) -> bytes:
    """Return the characters between the quotation marks of a string, decoded to UTF-8."""
    data: cython.p_const_uchar = raw
    end: cython.Py_ssize_t = len(raw)
    at: cython.Py_ssize_t = 0
    size: cython.Py_ssize_t = 0
    backslash: cython.Py_ssize_t = next_byte(raw, BACKSLASH, 0, end)
    if backslash < 0:
        return raw
    text: bytearray = bytearray(end)  # an escape sequence is never shorter than its character
    out: cython.p_uchar = text
    while True:
        length: cython.Py_ssize_t = (backslash if backslash >= 0 else end) - at
        if cython.compiled:
            memcpy(out + size, data + at, length)
        else:
            out[size : size + length] = data[at : at + length]
        size += length
        if backslash < 0:
            return bytes(out[:size])
        escape: cython.longlong = _escape(data, backslash, end)
        at = backslash + (escape >> _SHIFT)
        escape &= _CODE
        if escape < 0x80:
            out[size] = escape
        elif escape < 0x800:
            out[size] = 0xC0 | escape >> 6
            out[size + 1] = 0x80 | escape & 0x3F
        elif escape < 0x10000:
            out[size] = 0xE0 | escape >> 12
            out[size + 1] = 0x80 | escape >> 6 & 0x3F
            out[size + 2] = 0x80 | escape & 0x3F
        else:
            out[size] = 0xF0 | escape >> 18
            out[size + 1] = 0x80 | escape >> 12 & 0x3F
            out[size + 2] = 0x80 | escape >> 6 & 0x3F
            out[size + 3] = 0x80 | escape & 0x3F
        size += _utf8_size(escape)
        backslash = next_byte(raw, BACKSLASH, at, end)


def locate(
    raw: bytes, at: cython.Py_ssize_t, done: cython.Py_ssize_t, target: cython.Py_ssize_t
) -> tuple[int, int]:  # fmt: skip
    """Return the offset in the source of the decoded byte ``target``, and the first decoded byte at that offset.

    The source before ``at`` decodes to ``done`` bytes. A byte of an escaped character is at the start of its escape
    sequence.
    """
    data: cython.p_const_uchar = raw
    end: cython.Py_ssize_t = len(raw)
    while True:
        backslash: cython.Py_ssize_t = next_byte(raw, BACKSLASH, at, min(end, at + target - done + 1))
        if backslash < 0:
            return at + target - done, target
        done += backslash - at
        at = backslash
        escape: cython.longlong = _escape(data, backslash, end)
        size: cython.Py_ssize_t = _utf8_size(escape & _CODE)
        if done + size > target:
            return at, done
        done += size
        at += escape >> _SHIFT


def token_end(raw: bytes, at: cython.Py_ssize_t) -> int:
    """Return the end of the byte or escape sequence at ``at``; the size of the source if ``at`` is its end."""
    if at >= len(raw):
        return len(raw)
    data: cython.p_const_uchar = raw
    size: cython.longlong = _escape(data, at, len(raw)) >> _SHIFT if data[at] == BACKSLASH else 1
    return int(at + size)


def _utf8_size(code: cython.longlong) -> cython.Py_ssize_t:
    """Return the number of bytes of a character in UTF-8."""
    return 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4


def _escape(data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.longlong:
    """Return the character of the escape sequence at ``at``, with the size of the sequence in the high bits.

    A backslash that does not begin one stands for itself.
    """
    byte: cython.int = data[at + 1] if at + 1 < end else 0
    if byte == SMALL_U:
        code: cython.longlong = _code_unit(data, at + 2, end)
        if code < 0:
            return 1 << _SHIFT | 0x5C
        if 0xD800 <= code < 0xDC00 and at + 7 < end and data[at + 6] == BACKSLASH and data[at + 7] == SMALL_U:
            low: cython.longlong = _code_unit(data, at + 8, end)
            if 0xDC00 <= low < 0xE000:
                return 12 << _SHIFT | 0x10000 + ((code - 0xD800) << 10) + low - 0xDC00
        return 6 << _SHIFT | (0xFFFD if 0xD800 <= code < 0xE000 else code)
    if byte == SMALL_N:
        return 2 << _SHIFT | 0x0A
    if byte in (QUOTATION_MARK, SLASH, BACKSLASH):
        return 2 << _SHIFT | byte
    if byte == SMALL_T:
        return 2 << _SHIFT | 0x09
    if byte == SMALL_R:
        return 2 << _SHIFT | 0x0D
    if byte == SMALL_B:
        return 2 << _SHIFT | 0x08
    if byte == SMALL_F:
        return 2 << _SHIFT | 0x0C
    return 1 << _SHIFT | 0x5C


def _code_unit(data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.longlong:
    """Return the four hexadecimal digits at ``at`` as a number, -1 if there are fewer."""
    code: cython.longlong = 0
    if at + 4 > end:
        return -1
    for i in range(at, at + 4):
        byte: cython.int = data[i]
        if DIGIT_0 <= byte <= DIGIT_9:
            code = code << 4 | (byte - DIGIT_0)
        elif SMALL_A <= byte | 0x20 <= SMALL_F:
            code = code << 4 | ((byte | 0x20) - SMALL_A + 10)
        else:
            return -1
    return code
