"""Decode flowed text (RFC 3676): soft line breaks, quoting and space-stuffing."""

from __future__ import annotations

import cython

if not cython.compiled:
    from uri_extract._compat._ascii import CARRIAGE_RETURN, GREATER_THAN, HYPHEN, LINE_FEED, SPACE
    from uri_extract.place.source_map import SourceMap
    from uri_extract.rows._bytes import Bytes, next_byte

# The number of bytes of a line in which quote marks are counted; later ones are text.
_LINE = cython.declare(cython.Py_ssize_t, 1000)


class Flowed:
    """Join the lines of a paragraph (§4.1) if they have the same quote depth (§4.5); keep signatures apart (§4.3).

    With ``delsp`` the blank before the break is removed as well (§4.2); else break, marks and stuffing become one
    blank.
    """

    def __init__(self, delsp: bool) -> None:
        self.map: SourceMap = SourceMap()
        self.delsp: cython.bint = delsp
        self.held: bytes = b""
        self.line: bytes = b""  # the beginning of a line that continues in the next chunk

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes; return them with lines joined."""
        text: bytes = self.held + chunk if self.held else chunk
        data: cython.p_const_uchar = text
        size: cython.Py_ssize_t = len(text)
        stop: cython.Py_ssize_t = size if final else _settled(text)
        limit: cython.Py_ssize_t = min(size, stop + _LINE)
        out: Bytes = Bytes()
        at: cython.Py_ssize_t = 0
        last: cython.Py_ssize_t = 0  # the end of the last soft break examined, with its quote marks
        begin: cython.Py_ssize_t = 0  # of the line
        marks: cython.Py_ssize_t
        end: cython.Py_ssize_t
        feed: cython.Py_ssize_t = next_byte(text, LINE_FEED, 0, limit)
        while feed >= 0:
            soft: cython.Py_ssize_t = feed - 1
            if soft > last and data[soft] == CARRIAGE_RETURN:
                soft -= 1
            if soft >= stop:
                break
            marks = end = feed + 1
            if soft >= last and data[soft] == SPACE:
                while end < limit and data[end] == GREATER_THAN:
                    end += 1
                marks = end - marks
                if end < limit and data[end] == SPACE:
                    end += 1
                last = end
                if self.joins(text, begin, feed + 1, marks, end):
                    if soft > at:
                        self.map.copied(soft - at)
                        out.copy(text, at, soft - at)
                    self.map.replaced(not self.delsp, text[soft:end])
                    if not self.delsp:
                        out.octet(SPACE)
                    at = end
            begin = feed + 1
            feed = next_byte(text, LINE_FEED, end, limit)
        if at < stop:
            self.map.copied(stop - at)
            out.copy(text, at, stop - at)
        stop = max(stop, at)  # the last byte before a break may be a space that was stuffed
        self.held = text[stop:]
        begin = text.rfind(b"\n", 0, stop) + 1
        self.line = text[begin : min(stop, begin + _LINE)] if begin else (self.line + text[:stop])[:_LINE]
        decoded: bytes = out.all()
        return decoded

    def joined(self) -> tuple[int, int, int]:
        """Return the number of lines joined before the place that was requested last.

        Also return where the last of them was joined, in the output, and where it begins, in the source.
        """
        count, (start, _, place, _, kept, _) = self.map.before()
        return count, start, place + kept.find(b"\n") + 1

    def joins(
        self, text: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, marks: cython.Py_ssize_t,
        after: cython.Py_ssize_t,
    ) -> cython.bint:  # fmt: skip
        """Return True if the line from ``begin`` to ``end`` continues in the next one, which has ``marks`` quote marks.

        ``after`` is the start of the next line's text, after its quote marks and stuffed space.
        """
        line: bytes = text
        if not begin:
            line = (self.line + text[:end])[:_LINE]
            end = len(line)
        elif end > begin + _LINE:
            end = begin + _LINE
        data: cython.p_const_uchar = line
        stop: cython.Py_ssize_t = begin + marks
        at: cython.Py_ssize_t = begin
        while at < end and data[at] == GREATER_THAN:
            at += 1
        if at != stop or (not marks and after == len(text) and text[after - 1] != SPACE):
            return False
        if at < end and data[at] == SPACE:
            at += 1
        stop = at
        while stop < end and (data[stop] == CARRIAGE_RETURN or data[stop] == LINE_FEED):
            stop += 1
        return stop < end and not _is_signature(line, at, end) and not _is_signature(text, after, len(text))


def _is_signature(text: bytes, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if a line is a signature separator, "-- ", up to its end or the end of the text."""
    data: cython.p_const_uchar = text
    if at + 3 > end or data[at] != HYPHEN or data[at + 1] != HYPHEN or data[at + 2] != SPACE:
        return False
    at += 3
    if at < end and data[at] == CARRIAGE_RETURN:
        at += 1
    return at == end or data[at] == LINE_FEED


@cython.cfunc
@cython.exceptval(check=False)
def _settled(text: bytes) -> cython.Py_ssize_t:
    """Return the offset before which everything needed was read: that of the break of the last complete line."""
    stop: cython.Py_ssize_t = text.rfind(b"\n")
    if stop < 0 or len(text) - stop > _LINE:
        stop = len(text)
    if stop and text[stop - 1] == CARRIAGE_RETURN:
        stop -= 1
    return stop - 1 if stop and text[stop - 1] == SPACE else stop
