"""Plain rows become occurrences: those whose reference is the ASCII text from start to end, as most are.

One source, two speeds, as the kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.records import Occurrence
from uri_extract.scan import rows

if cython.compiled:
    from cython.cimports.libc.string import memchr

_WIDTH = cython.declare(cython.Py_ssize_t, rows.WIDTH)
_DELIMITERS = cython.declare(cython.longlong, rows.DELIMITERS)
_NAMES = cython.declare(tuple, rows.DELIMITER_NAMES)
_NEW = cython.declare(object, tuple.__new__)
_OCCURRENCE = cython.declare(object, Occurrence)


def occurrences(
    window: bytes,
    table: cython.longlong[::1],
    begin: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    offset: cython.longlong,
    lines: tuple[int, int, int],
    document: object,
    bases: tuple[str | None, str | None],
    found: list[Occurrence],
    mail: object = None,
    delimiter: object = None,
) -> tuple[int, tuple[int, int, int]]:
    """Add to ``found`` what the rows from ``begin`` on are, up to one that is not plain.

    ``offset`` is where ``window`` stands in the document; ``lines`` are the number of a line, where that begins, and
    up to where line feeds were counted. ``mail`` is what mail says of them, ``delimiter`` what stands for those of the
    rows. Return the number of the row that ended it, and the lines counted up to there.
    """
    data: cython.p_const_uchar = window
    row: cython.Py_ssize_t = begin
    at: cython.Py_ssize_t
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    line: cython.longlong = lines[0]
    line_start: cython.longlong = lines[1]
    seen: cython.Py_ssize_t = max(0, lines[2] - offset)
    while row < count:
        at = row * _WIDTH
        start = table[at]
        if cython.compiled:
            while seen < start:
                feed: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + seen, 10, start - seen))
                if feed == cython.NULL:
                    seen = start
                    break
                seen = feed - data + 1
                line += 1
                line_start = offset + seen
        elif seen < start:
            last = window.rfind(b"\n", seen, start)
            if last >= 0:
                line += window.count(b"\n", seen, last) + 1
                line_start = offset + last + 1
            seen = start
        if table[at + 5] or table[at + 3] > _DELIMITERS:
            break
        end = table[at + 1]
        text = window[start:end].decode("ascii")
        fields = (
            text, text, offset + start, offset + end, line, offset + start - line_start + 1, document,
            _NAMES[table[at + 3]] if delimiter is None else delimiter, None, False, (), "uri", bases, None, None, None,
            mail,
        )  # fmt: skip
        found.append(_NEW(_OCCURRENCE, fields))
        row += 1
    return row, (line, line_start, offset + seen)
