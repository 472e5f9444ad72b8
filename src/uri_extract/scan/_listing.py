"""Rows as text, one reference per line, as the command prints them, without an object for each."""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan import rows

if cython.compiled:
    from cython.cimports.libc.string import memcpy
else:
    from uri_extract._ascii import COLON, DOT, LINE_FEED, SLASH

_WIDTH = cython.declare(cython.Py_ssize_t, rows.WIDTH)
_ANOTHER = cython.declare(cython.longlong, rows.ANOTHER)
_CLOSER_LOOK = cython.declare(
    cython.longlong, rows.BEYOND_ASCII | rows.ESCAPED | rows.TOO_LONG | rows.SUFFIX | rows.MAIL
)


def listing(window: bytes, table: cython.longlong[::1], begin: cython.Py_ssize_t, count: cython.Py_ssize_t) -> object:
    """Return lines for the rows from ``begin`` on that are only copied, and the number of the next row.

    One that needs more than that ends the listing: it is in pieces, beyond ASCII, without a scheme, too long, or its
    path may have dot-segments.
    """
    data: cython.p_const_uchar = window
    last: cython.Py_ssize_t = begin
    size: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    i: cython.Py_ssize_t
    while last < count:
        at = last * _WIDTH
        if (table[at + 5] and not table[at + 3] & _ANOTHER) or table[at + 3] & _CLOSER_LOOK:
            break
        if cython.compiled:
            i = table[at] + 1
            while i < table[at + 1] and not (data[i] == DOT and (data[i - 1] == SLASH or data[i - 1] == COLON)):
                i += 1
            if i < table[at + 1]:
                break
        elif window.find(b"/.", table[at], table[at + 1]) >= 0 or window.find(b":.", table[at], table[at + 1]) >= 0:
            break
        size += table[at + 1] - table[at] + 1
        last += 1
    if not cython.compiled:
        cells = range(begin * _WIDTH, last * _WIDTH, _WIDTH)
        return b"".join([window[table[at] : table[at + 1]] + b"\n" for at in cells]), last
    out: object = bytearray(size)
    to: cython.uchar[::1] = out
    size = 0
    for row in range(begin, last):
        at = row * _WIDTH
        memcpy(cython.address(to[size]), data + table[at], table[at + 1] - table[at])
        size += table[at + 1] - table[at] + 1
        to[size - 1] = LINE_FEED
    return out, last
