"""Decode quoted-printable (RFC 2045 §6.7) for :mod:`.content_transfer`, and map places in it.

White space after the ``=`` of a soft line break is dropped (rule 3); anything that is not quoted-printable is copied.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.libc.string import memcpy
else:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        APOSTROPHE, CARRIAGE_RETURN, DIGIT_0, DIGIT_3, DIGIT_9, EQUALS, GREATER_THAN, LESS_THAN, LINE_FEED,
        NUMBER_SIGN, QUOTATION_MARK, SMALL_A, SMALL_D, SMALL_F, SMALL_Z, SPACE, TAB,
    )  # fmt: skip
    from uri_extract.pages._bytes import next_byte

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
    length: cython.Py_ssize_t
    if sign < 0:
        return encoded
    decoded: bytearray = bytearray(end)
    out: cython.p_uchar = decoded
    while True:
        length = (sign if sign >= 0 else end) - at
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
    sign: cython.Py_ssize_t
    length: cython.Py_ssize_t
    while True:
        sign = next_byte(kept, EQUALS, at, min(end, at + target - done + 1))
        if sign < 0:
            return at + target - done
        done += sign - at
        at = sign
        length = _token(data, sign, end)
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


@cython.cfunc
@cython.exceptval(check=False)
def attribute_end(html: bytes, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the start of the value of the next attribute that is quoted or a colour; 0 if there is none.

    The result is negative if the ``=`` before it is not encoded as ``=3D``.
    """
    data: cython.p_const_uchar = html
    stop: cython.Py_ssize_t
    value: cython.Py_ssize_t
    sign: cython.Py_ssize_t
    at = next_byte(html, LESS_THAN, at, end - 1)
    while at >= 0:
        sign = at + 2
        at = next_byte(html, LESS_THAN, at + 1, end - 1)
        if not SMALL_A <= data[sign - 1] | 0x20 <= SMALL_Z:
            continue
        stop = min(sign + _MOST_OF_TAG, end - 2)
        while sign <= stop and not _ends_name(data[sign]):
            if data[sign] == EQUALS:
                value = sign + 1
                if value + 2 < end and data[value] == DIGIT_3 and data[value + 1] | 0x20 == SMALL_D:
                    value += 2
                if _begins_value(data[value]):
                    return value + 1 if value > sign + 1 else -value - 1
            sign += 1
    return 0


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _ends_name(byte: cython.int) -> cython.bint:
    """Return True if this byte ends the text before an attribute's value: no name or tag continues with it."""
    return byte in (LESS_THAN, GREATER_THAN, QUOTATION_MARK, APOSTROPHE)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _begins_value(byte: cython.int) -> cython.bint:
    return byte in (QUOTATION_MARK, APOSTROPHE, NUMBER_SIGN)


@cython.cfunc
@cython.exceptval(check=False)
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
