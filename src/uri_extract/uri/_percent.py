# cython: boundscheck=False, wraparound=False

"""Decode percent-encodings (RFC 3986 §2.1).

The build compiles this file under the name ``_percent_c``.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract._ascii import DIGIT_0, DIGIT_9, PERCENT, SMALL_A, SMALL_F


def decoded(octets: bytes) -> bytes:
    """Return octets with percent-encodings decoded; a ``%`` that does not begin one stays."""
    data: cython.p_const_uchar = octets
    size: cython.Py_ssize_t = len(octets)
    index: cython.Py_ssize_t = octets.find(b"%")
    at: cython.Py_ssize_t = index
    octet: cython.int
    if index < 0:
        return octets
    buffer: bytearray = bytearray(octets)
    while index < size:
        octet = data[index]
        if octet == PERCENT and index + 2 < size:
            high: cython.int = _value(data[index + 1])
            low: cython.int = _value(data[index + 2])
            if high >= 0 and low >= 0:
                octet = 16 * high + low
                index += 2
        buffer[at] = octet
        at += 1
        index += 1
    return bytes(buffer[:at])


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _value(digit: cython.int) -> cython.int:
    """Return the value of a hexadecimal digit; -1 if it is not one."""
    if DIGIT_0 <= digit <= DIGIT_9:
        return digit - DIGIT_0
    return (digit | 0x20) - SMALL_A + 10 if SMALL_A <= digit | 0x20 <= SMALL_F else -1
