# cython: boundscheck=False, wraparound=False

"""Numeric hosts: the IPv4 forms that resolvers accept (RFC 3986 §7.4, URL Standard §3.5).

The build compiles this file under the name ``_ipv4_c``.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.uri.percent import decode

if not cython.compiled:
    from uri_extract._ascii import DIGIT_0, DIGIT_9, DOT, SMALL_A, SMALL_F, SMALL_X

# A number of more digits has more than 32 bits.
_MOST_DIGITS = cython.declare(cython.int, 12)


def numeric_ipv4(host: str) -> str | None:
    """Return the address that ``inet_aton`` reads *host* as, in dotted form; None for a name.

    It has one to four numbers, decimal, octal (``0``) or hexadecimal (``0x``); the last one fills the remaining octets.
    """
    name: str = host
    if "%" in host:
        if not _may_end_in_number(host):
            return None
        name = decode(host)
    end: cython.Py_ssize_t = len(name)
    index: cython.Py_ssize_t = 0
    begin: cython.Py_ssize_t
    number: cython.longlong
    value: cython.longlong = 0
    shift: cython.int = 24
    if end > 0 and ord(name[end - 1]) == DOT:
        end -= 1
    begin = name.rfind(".", 0, end) + 1
    if begin == end or not DIGIT_0 <= ord(name[begin]) <= DIGIT_9:
        return None
    while shift >= 0:
        begin = index
        while index < end and ord(name[index]) != DOT:
            index += 1
        number = _number(name, begin, index)
        if number < 0:
            return None
        if index == end:
            if number >> (shift + 8):
                return None
            value += number
            return f"{value >> 24}.{value >> 16 & 255}.{value >> 8 & 255}.{value & 255}"
        if number > 255:
            return None
        value += number << shift
        shift -= 8
        index += 1
    return None


@cython.cfunc
@cython.inline
def _may_end_in_number(host: str) -> cython.bint:
    """Return True if the last label of a host has a percent-encoding or begins with a digit."""
    begin: cython.Py_ssize_t = host.rfind(".", 0, len(host) - 1) + 1
    return host.find("%", begin) >= 0 or DIGIT_0 <= ord(host[begin]) <= DIGIT_9


@cython.cfunc
@cython.exceptval(-2, check=True)
def _number(name: str, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.longlong:
    """Return the number from ``begin`` to ``end``; -1 if it is not one."""
    radix: cython.int = 10
    character: cython.int
    digit: cython.int
    value: cython.longlong = 0
    if begin == end:
        return -1
    if end - begin > 1 and ord(name[begin]) == DIGIT_0:
        radix = 8
        if ord(name[begin + 1]) | 0x20 == SMALL_X:
            radix = 16
            begin += 2
    while begin < end and ord(name[begin]) == DIGIT_0:
        begin += 1
    if end - begin > _MOST_DIGITS:
        return -1
    while begin < end:
        character = ord(name[begin])
        if DIGIT_0 <= character <= DIGIT_9:
            digit = character - DIGIT_0
        elif SMALL_A <= character | 0x20 <= SMALL_F:
            digit = (character | 0x20) - SMALL_A + 10
        else:
            return -1
        if digit >= radix:
            return -1
        value = value * radix + digit
        begin += 1
    return value
