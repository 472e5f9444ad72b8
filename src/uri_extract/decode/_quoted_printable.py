"""Quoted-printable (RFC 2045 §6.7), for :mod:`.content_transfer`: it is decoded, and places are found in it.

White space after a soft line break's ``=`` is dropped (rule 3), and what is not quoted-printable means itself.

One source, two speeds, as the scan kernel has it (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.libc.string import memchr, memcpy
else:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        CARRIAGE_RETURN, DIGIT_0, DIGIT_9, EQUALS, LINE_FEED, SMALL_A, SMALL_F, SPACE, TAB,
    )  # fmt: skip


def unquoted(encoded: bytes) -> bytes:
    """Return what quoted-printable decodes to. A ``=`` at its end is a soft line break that was cut off."""
    data: cython.p_const_uchar = encoded
    end: cython.Py_ssize_t = len(encoded)
    at: cython.Py_ssize_t = 0
    size: cython.Py_ssize_t = 0
    sign: cython.Py_ssize_t = _sign(encoded, 0, end)
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
        sign = _sign(encoded, at, end)


def locate(
    encoded: bytes, at: cython.Py_ssize_t, done: cython.Py_ssize_t, target: cython.Py_ssize_t
) -> tuple[int, int]:
    """Return the place of the decoded byte ``target``, and its number. What is before ``at`` decodes to ``done`` bytes.

    Soft line breaks before the byte are not part of it.
    """
    data: cython.p_const_uchar = encoded
    end: cython.Py_ssize_t = len(encoded)
    sign: cython.Py_ssize_t
    length: cython.Py_ssize_t
    while True:
        sign = _sign(encoded, at, min(end, at + target - done + 1))
        if sign < 0:
            return at + target - done, target
        done += sign - at
        at = sign
        length = _token(data, sign, end)
        if length > 0:
            if done == target:
                return at, done
            done += 1
        at += length if length > 0 else -length


def token_end(encoded: bytes, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where that ends which begins with the byte at ``at``: more than a byte if that is a ``=``."""
    if encoded[at : at + 1] != b"=":
        return at + 1
    length: cython.Py_ssize_t = _token(encoded, at, len(encoded))
    return at + abs(length)


@cython.cfunc
@cython.exceptval(check=False)
def _sign(encoded: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the next ``=`` is, -1 if there is none."""
    if not cython.compiled:
        return encoded.find(b"=", begin, end)
    data: cython.p_const_uchar = encoded
    place: cython.p_const_uchar = cython.NULL
    if begin < end:
        place = cython.cast(cython.p_const_uchar, memchr(data + begin, EQUALS, end - begin))
    return place - data if place != cython.NULL else -1


@cython.cfunc
@cython.exceptval(check=False)
def _token(data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return how many bytes the token has that begins with the ``=`` at ``at``; below 0: it is a soft line break."""
    i: cython.Py_ssize_t = at + 1
    if i < end and data[i] == EQUALS:
        return 2  # some programs write one so
    if i + 1 < end and hex_value(data[i]) < 16 and hex_value(data[i + 1]) < 16:
        return 3
    while i < end and (data[i] == SPACE or data[i] == TAB):
        i += 1
    if i < end and data[i] == CARRIAGE_RETURN:
        i += 1
    return at - i - 1 if i < end and data[i] == LINE_FEED else 1


@cython.cfunc
@cython.exceptval(check=False)
def hex_value(byte: cython.int) -> cython.int:
    """Return the value of a hexadecimal digit, 16 for other bytes."""
    if DIGIT_0 <= byte <= DIGIT_9:
        return byte - DIGIT_0
    byte |= 32
    return byte - SMALL_A + 10 if SMALL_A <= byte <= SMALL_F else 16
