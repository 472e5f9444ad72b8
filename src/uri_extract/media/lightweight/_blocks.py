# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""The lines and containers of a Markdown document (CommonMark 0.31 §5, GFM §4.10): the last one of four classes.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._ascii import (
        ASTERISK, CARRIAGE_RETURN, DIGIT_0, DIGIT_1, DIGIT_9, DOT, GREATER_THAN, HYPHEN, LINE_FEED, PIPE, PLUS,
        RIGHT_PAREN, SPACE, TAB,
    )  # fmt: skip
    from uri_extract.media.lightweight._leaves import Leaves
    from uri_extract.pages._bytes import next_byte


# The maximum of nested containers. Deeper markers are text.
_MAX_CONTAINERS = cython.declare(cython.int, 64)


@cython.cclass
class Blocks(Leaves):
    """Read a document window by window: :meth:`load`, then :meth:`scan`.

    A window must begin with the bytes of the one before from ``pos`` on. ``cuts`` are the places at which blocks longer
    than the limit were cut.
    """

    def __init__(self) -> None:
        Leaves.__init__(self)
        self.cuts: list[int] = []
        self.stack = bytearray(_MAX_CONTAINERS)
        self.indents = self.stack
        self.restart()

    def restart(self) -> cython.int:
        """Begin another document."""
        self.window = b""
        self.neutral = bytearray()
        self.data = self.neutral
        self.links.clear()
        self.verbatim.clear()
        self.cuts.clear()
        self.pos = self.at = self.examined = 0
        self.depth = 0
        self.begin_leaves()
        self.begun = False
        return 0

    def load(self, window: bytes, start: cython.Py_ssize_t, final: cython.bint) -> cython.int:
        """Take a window, the last one if ``final``. The results of the one before must have been read."""
        kept: cython.Py_ssize_t = len(self.window) - self.pos
        self.neutral = self.neutral[self.pos :] + window[kept:]
        self.data = self.neutral
        self.window = window
        self.final = final
        self.at -= self.pos
        if self.paragraph >= 0:
            self.paragraph -= self.pos
            self.paragraph_end -= self.pos
        self.pos = start
        return 0

    def scan(self) -> cython.bint:
        """Read the complete lines of the window; return False: no more of it can be read."""
        size: cython.Py_ssize_t = len(self.window)
        end: cython.Py_ssize_t
        if not self.begun and not self.front_matter():
            return False
        while self.at < size:
            end = next_byte(self.window, LINE_FEED, self.at, min(size, self.at + limits.MAX_BLOCK)) + 1
            if not end:
                if size - self.at >= limits.MAX_BLOCK:
                    end = self.at + limits.MAX_BLOCK
                    self.cuts.append(end)
                elif self.final:
                    end = size
                else:
                    break
            self.line(self.at, end)
            self.at = end
            if self.paragraph >= 0 and end - self.paragraph >= limits.MAX_BLOCK:
                self.cuts.append(end)
                self.close_paragraph()
        if self.final:
            self.close_paragraph()
        self.pos = self.paragraph if self.paragraph >= 0 else self.at
        return False

    def line(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Read a line, which ends at ``end`` with its line feed."""
        data: cython.p_uchar = self.data
        stop: cython.Py_ssize_t = end
        matched: cython.int = 0
        need: cython.int
        while stop > begin and (data[stop - 1] == LINE_FEED or data[stop - 1] == CARRIAGE_RETURN):
            stop -= 1
        self.i = begin
        self.column = 0
        self.find_next(stop)
        while matched < self.depth:
            need = self.indents[matched]
            if not need:
                if self.indent > 3 or self.next >= stop or data[self.next] != GREATER_THAN:
                    break
                self.quote(stop)
            elif self.indent >= need:
                self.consume(need)
                self.find_next(stop)
            elif self.next < stop:
                break
            matched += 1
        if self.leaf:
            if matched == self.depth and self.in_leaf(stop, end):
                return 0
            self.leaf = 0
        lazy: cython.bint = matched < self.depth
        while self.next < stop and self.depth < _MAX_CONTAINERS:
            if self.indent > 3:
                break
            if data[self.next] == GREATER_THAN:
                self.close_paragraph()
                self.indents[matched] = 0
                self.quote(stop)
            elif not self.opens_item(stop, self.paragraph >= 0 and not lazy):
                break
            else:
                self.indents[matched] = self.leaf
                self.leaf = 0
            matched += 1
            self.depth = matched
            lazy = False
        if self.next >= stop:
            self.close_paragraph()
            self.depth = matched
        elif self.indent > 3 and self.paragraph < 0:
            self.depth = matched
            self.code(self.next, end)
        elif self.indent < 4 and self.opens_leaf(stop, lazy):
            self.depth = matched
        else:
            if self.paragraph < 0:
                self.depth = matched
                self.paragraph = self.next
            self.paragraph_end = stop
            if data[self.paragraph] == PIPE:  # a row of a table
                self.close_paragraph()
        return 0

    def opens_item(self, stop: cython.Py_ssize_t, restricted: cython.bint) -> cython.bint:
        """Read the marker of a list item (§5.2) and set ``leaf`` to the indentation that the item needs.

        ``restricted``: the item would interrupt a paragraph.
        """
        data: cython.p_uchar = self.data
        at: cython.Py_ssize_t = self.next
        sign: cython.int = data[at]
        width: cython.Py_ssize_t
        indent: cython.Py_ssize_t = self.indent
        if sign in (HYPHEN, ASTERISK):
            if self.is_rule(stop):
                return False
        elif sign != PLUS:
            if sign < DIGIT_0 or sign > DIGIT_9:
                return False
            while at < stop and at - self.next < 9 and data[at] >= DIGIT_0 and data[at] <= DIGIT_9:
                at += 1
            if at >= stop or (data[at] != DOT and data[at] != RIGHT_PAREN):
                return False
            if restricted and (sign != DIGIT_1 or at > self.next + 1):
                return False
        at += 1
        if at < stop and data[at] != SPACE and data[at] != TAB:
            return False
        if restricted and self.blanks(at, stop) >= stop:
            return False
        self.close_paragraph()
        width = at - self.next
        self.i = at
        self.column += indent + width
        self.find_next(stop)
        if self.next >= stop or self.indent > 4:
            self.leaf = indent + width + 1
            self.consume(1 if self.next < stop else 0)
        else:
            self.leaf = indent + width + self.indent
            self.consume(self.indent)
        self.find_next(stop)
        return True

    def quote(self, stop: cython.Py_ssize_t) -> cython.int:
        """Skip the marker of a block quote (§5.1), and mask it for HTML."""
        self.data[self.next] = SPACE
        self.i = self.next + 1
        self.column += self.indent + 1
        if self.i < stop and (self.data[self.i] == SPACE or self.data[self.i] == TAB):
            self.consume(1)
        self.find_next(stop)
        return 0

    def consume(self, columns: cython.Py_ssize_t) -> cython.void:
        """Skip this many columns of white space; a tab extends to the next multiple of four (§2.2)."""
        width: cython.Py_ssize_t
        while columns > 0:
            width = 4 - self.column % 4 if self.data[self.i] == TAB else 1
            if width > columns:
                self.column += columns
                return
            self.i += 1
            self.column += width
            columns -= width

    def front_matter(self) -> cython.bint:
        """Skip front matter, between lines of three hyphens or plus signs; return False if bytes are missing."""
        window: bytes = self.window
        size: cython.Py_ssize_t = len(window)
        begin: cython.Py_ssize_t = 3 if window.startswith(b"\xef\xbb\xbf") else 0
        end: cython.Py_ssize_t
        if size < 8 and not self.final:
            return False
        sign: bytes = window[begin : begin + 3]
        line: bytes = window[begin + 3 : begin + 5]
        self.at = begin
        if (sign == b"---" or sign == b"+++") and (line.startswith(b"\n") or line == b"\r\n"):
            end = window.find(b"\n" + sign, begin + 3, limits.MAX_FRONT_MATTER)
            while end >= 0 and window[end + 4 : end + 5] not in b"\r\n":
                end = window.find(b"\n" + sign, end + 1, limits.MAX_FRONT_MATTER)
            if (end < 0 or end + 5 > size) and size < limits.MAX_FRONT_MATTER + 8 and not self.final:
                self.at = 0
                return False
            if end >= 0:
                self.code(begin, end + 4)
                self.at = end + 4
        self.begun = True
        return True
