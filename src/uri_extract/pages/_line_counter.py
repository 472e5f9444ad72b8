"""Count the lines of a document that comes in windows.

One source, two speeds, as the scan kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.libc.string import memchr

_LINE_FEED = cython.declare(cython.int, 0x0A)


@cython.cclass
class LineCounter:
    """Count lines: ``number`` is the number of the last line that began, ``start`` the byte at which it begins."""

    def __init__(self, number: int = 1, start: int = 0, counted: int = 0) -> None:
        self.number = number
        self.start = start
        self.counted = counted

    @cython.ccall
    @cython.exceptval(-1)
    def count_to(self, window: bytes, offset: cython.longlong, to: cython.Py_ssize_t) -> cython.int:
        """Count the line feeds before ``to``, an index of a window that begins at byte ``offset`` of the document."""
        seen: cython.Py_ssize_t = max(0, self.counted - offset)
        if seen >= to:
            return 0
        self.counted = offset + to
        if cython.compiled:
            data: cython.p_const_uchar = window
            while seen < to:
                feed: cython.p_const_uchar = cython.cast(
                    cython.p_const_uchar, memchr(data + seen, _LINE_FEED, to - seen)
                )
                if feed == cython.NULL:
                    break
                seen = feed - data + 1
                self.number += 1
                self.start = offset + seen
        else:
            last = window.rfind(b"\n", seen, to)
            if last >= 0:
                self.number += window.count(b"\n", seen, last) + 1
                self.start = offset + last + 1
        return 0
