"""Rows as text, a reference a line: what the command prints, without an object for each."""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan import rows

_WIDTH = cython.declare(cython.Py_ssize_t, rows.WIDTH)
_ANOTHER = cython.declare(cython.longlong, rows.ANOTHER)
_CLOSER_LOOK = cython.declare(cython.longlong, rows.BEYOND_ASCII | rows.TOO_LONG)


def listing(window: bytes, table: cython.longlong[::1], begin: cython.Py_ssize_t, count: cython.Py_ssize_t) -> object:
    """Return lines for the rows from ``begin`` on that need no more than copying, and the number of the next row.

    One that needs more ends the listing: it is in pieces, beyond ASCII, too long, or its path may hold dot-segments.
    """
    data: cython.p_const_uchar = window
    out: object = bytearray(0)
    at: cython.Py_ssize_t
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    if not cython.compiled:
        lines: list[bytes] = []
        for row in range(begin, count):
            at = row * _WIDTH
            line = window[table[at] : table[at + 1]]
            dots = b"/." in line or b":." in line
            if (table[at + 5] and not table[at + 3] & _ANOTHER) or table[at + 3] & _CLOSER_LOOK or dots:
                return b"\n".join([*lines, b""]), row
            lines.append(line)
        return b"\n".join([*lines, b""]), count
    for row in range(begin, count):
        k += table[row * _WIDTH + 1] - table[row * _WIDTH] + 1
    out = bytearray(k)
    to: cython.uchar[::1] = out
    k = 0
    for row in range(begin, count):
        at = row * _WIDTH
        if (table[at + 5] and not table[at + 3] & _ANOTHER) or table[at + 3] & _CLOSER_LOOK:
            break
        start = table[at]
        end = table[at + 1]
        for i in range(start, end):
            if data[i] == 46 and (data[i - 1] == 47 or data[i - 1] == 58) and i > start:
                break
            to[k + i - start] = data[i]
        else:
            k += end - start
            to[k] = 10
            k += 1
            continue
        break
    else:
        row = count
    to = None
    del out[k:]
    return out, row
