# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Data descriptors of ZIP archives (APPNOTE §4.3.9), searched for in stored data.

One source, two speeds, as the scanner's kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.libc.string import memchr
    from cython.cimports.uri_extract._ascii import CAPITAL_K, CAPITAL_P

#: What a descriptor begins with, before its checksum and its sizes.
DESCRIPTOR = b"PK\7\x08"


@cython.ccall
@cython.exceptval(-2)
def next_descriptor(
    data: bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, before: cython.longlong
) -> cython.Py_ssize_t:
    """Return where a descriptor may be whose size fits: that of the data before it, which begins ``before`` bytes ago.

    One with its checksum and sizes, four bytes each or the last eight, is searched for from ``at`` to before ``stop``;
    -1: there is none.
    """
    octets: cython.p_const_uchar
    found: cython.p_const_uchar
    size: cython.longlong
    stop = min(stop, len(data) - 15)
    if not cython.compiled:
        while 0 <= (at := data.find(DESCRIPTOR, at)) < stop:
            size = before + at
            low = int.from_bytes(data[at + 8 : at + 12], "little")
            if low == size & 0xFFFFFFFF and size in (low, int.from_bytes(data[at + 8 : at + 16], "little")):
                return at
            at += 1
        return -1
    octets = data
    while at < stop:
        found = cython.cast(cython.p_const_uchar, memchr(octets + at, CAPITAL_P, stop - at))
        if found == cython.NULL:
            return -1
        at = found - octets
        if found[1] == CAPITAL_K and found[2] == 7 and found[3] == 8:
            size = before + at
            if number(found + 8) == size & 0xFFFFFFFF and (size >> 32 == 0 or number(found + 12) == size >> 32):
                return at
        at += 1
    return -1


@cython.cfunc
@cython.exceptval(check=False)
def number(octets: cython.p_const_uchar) -> cython.longlong:
    """Return the number of four bytes, compiled."""
    high: cython.longlong = octets[3]
    return high << 24 | octets[2] << 16 | octets[1] << 8 | octets[0]
