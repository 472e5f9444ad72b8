# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""The lines of a document: counted in windows, or kept as a list of their starts.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from array import array
from bisect import bisect_right

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.uri_extract.scan._marks import count_marks, last_mark, mark_byte, marks_known
else:
    from uri_extract._ascii import LINE_FEED

# From this many bytes on, counting line feeds is faster than finding them.
_MANY = cython.declare(cython.Py_ssize_t, 512)
if cython.compiled:
    _MARKS_KNOWN = cython.declare(cython.bint, marks_known())
    _ONE = cython.declare(cython.ulonglong, 1)


@cython.cclass
class LineCounter:
    """Counts lines: ``number`` is the number of the last line that began, ``start`` the offset of its first byte."""

    def __init__(self, number: int = 1, start: int = 0, counted: int = 0) -> None:
        self.number = number
        self.start = start
        self.counted = counted

    def count_to(self, window: bytes, offset: cython.longlong, to: cython.Py_ssize_t) -> cython.int:
        """Count the line feeds before ``to``, an index of a window that begins at byte ``offset`` of the document."""
        seen: cython.Py_ssize_t = max(0, self.counted - offset)
        if seen >= to:
            return 0
        self.counted = offset + to
        if not cython.compiled:
            last = window.rfind(b"\n", seen, to)
            if last >= 0:
                self.number += window.count(b"\n", seen, last) + 1
                self.start = offset + last + 1
            return 0
        data: cython.p_const_uchar = window
        if to - seen >= _MANY or not _MARKS_KNOWN or seen + _MANY > len(window):
            feeds: cython.Py_ssize_t = _line_feeds(data, seen, to)
            if feeds:
                self.number += feeds
                while data[to - 1] != LINE_FEED:
                    to -= 1
                self.start = offset + to
            return 0
        mask: cython.ulonglong
        begin: cython.Py_ssize_t = -1
        while seen < to:
            mask = mark_byte(data + seen, LINE_FEED)
            if to - seen < 64:
                mask &= (_ONE << (to - seen)) - 1
            self.number += count_marks(mask)
            if mask:
                begin = seen + last_mark(mask) + 1
            seen += 64
        if begin >= 0:
            self.start = offset + begin
        return 0


@cython.cfunc
@cython.exceptval(check=False)
def _line_feeds(data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the number of line feeds from ``begin`` to ``end``; compiled only.

    Blocks of 192 bytes are counted in one byte, so that a C compiler can compare 16 bytes at once.
    """
    count: cython.Py_ssize_t = 0
    of_block: cython.uchar
    i: cython.Py_ssize_t
    while end - begin >= 192:
        of_block = 0
        for i in range(192):
            of_block += data[begin + i] == LINE_FEED
        count += of_block
        begin += 192
    for i in range(begin, end):
        count += data[i] == LINE_FEED
    return count


@cython.cclass
class LineStarts:
    """The offsets at which the lines of a document begin."""

    def __init__(self) -> None:
        self.size = 0
        self.starts = array("q", [0])
        self.number = 1  # the line number of the first start

    def add(self, text: bytes) -> None:
        """Add the lines in the next bytes of the document."""
        data: cython.p_const_uchar = text
        size: cython.Py_ssize_t = len(text)
        at: cython.Py_ssize_t
        if cython.compiled:
            for at in range(size):
                if data[at] == LINE_FEED:
                    self.starts.append(self.size + at + 1)
        else:
            at = text.find(b"\n")
            while at >= 0:
                self.starts.append(self.size + at + 1)
                at = text.find(b"\n", at + 1)
        self.size += size

    def at(self, position: int) -> tuple[int, int]:
        """Return the number and the start of the line that contains the byte at ``position``."""
        index = max(0, bisect_right(self.starts, position) - 1)
        return self.number + index, self.starts[index]

    def forget(self, position: int) -> None:
        """Forget the lines before ``position``."""
        index = max(0, bisect_right(self.starts, position) - 1)
        del self.starts[:index]
        self.number += index
