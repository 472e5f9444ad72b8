"""What stands around a line break inside a reference, and is no part of it (RFC 3986 Appendix C).

A reply may put ``> `` before each line, source code a comment sign, a page break a footer, a form feed and a header.
This is the lowest of the seven classes that make the kernel (:mod:`uri_extract.scan._kernel`).
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.limits import MAX_FOOTER, MAX_LINE_BEFORE, MAX_PAGE_BREAK
from uri_extract.scan import classes

_MAX_LINE_BEFORE = cython.declare(cython.Py_ssize_t, MAX_LINE_BEFORE)
_MAX_FOOTER = cython.declare(cython.Py_ssize_t, MAX_FOOTER)
_MAX_PAGE_BREAK = cython.declare(cython.Py_ssize_t, MAX_PAGE_BREAK)
_SPACE = cython.declare(cython.int, classes.SPACE)
_WORD = cython.declare(cython.int, classes.WORD)
_SIGN = cython.declare(cython.int, classes.SIGN)


@cython.cclass
class Lines:
    """A window of bytes, the candidate's place in it, and what its line begins with."""

    def __init__(self) -> None:
        self.window = self.data = b""
        self.flags = classes.FLAGS
        self.size = self.start = 0
        self.line = -2
        self.depth = 0
        self.sign = self.sign_end = 0
        self.broke = self.need = False
        self.examined = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def peek(self, i: cython.Py_ssize_t) -> cython.int:
        """Return the byte at ``i``; behind the window that is 0, and more of the input is needed."""
        if i < self.size:
            return self.data[i]
        self.need = True
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def blanks(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the white space at ``i`` ends, at a line feed at the latest; -1 where it is too long."""
        stop: cython.Py_ssize_t = min(self.size, i + _MAX_LINE_BEFORE)
        begin: cython.Py_ssize_t = i
        while i < stop and self.data[i] != 10:
            if self.data[i] == 0xC2 and i + 1 < stop and self.data[i + 1] == 0xA0:  # no-break spaces indent as well
                i += 1
            elif not self.flags[self.data[i]] & _SPACE:
                break
            i += 1
        self.examined += i - begin
        if i == self.size:
            self.need = True
            return -1
        return -1 if i == stop else i

    @cython.cfunc
    @cython.exceptval(check=False)
    def read_line(self) -> cython.void:
        """See what the candidate's line begins with: reply marks (">", "|"), then a comment sign."""
        data: cython.p_const_uchar = self.data
        low: cython.Py_ssize_t = max(0, self.start - _MAX_LINE_BEFORE)
        i: cython.Py_ssize_t = self.start
        while i > low and data[i - 1] != 10:
            i -= 1
        self.examined += self.start - i
        self.depth = 0
        self.line = i
        self.sign = self.sign_end = i
        if i == low and low > 0 and data[i - 1] != 10:
            self.line = -1
            return
        while i < self.start and (self.flags[data[i]] & _SPACE or data[i] == 62 or data[i] == 124):
            if data[i] == 62 or data[i] == 124:
                self.depth += 1
            i += 1
        self.sign = self.sign_end = i
        if i + 2 < self.start and data[i] == 46 and data[i + 1] == 92 and data[i + 2] == 34:  # troff's comment
            self.sign_end = i + 3
            return
        while i < self.start and i - self.sign < 8 and self.flags[data[i]] & (_SIGN | _SPACE):
            i += 1
            if self.flags[data[i - 1]] & _SIGN:
                self.sign_end = i

    @cython.cfunc
    @cython.exceptval(check=False)
    def gap(self, i: cython.Py_ssize_t, enclosed: cython.bint) -> cython.Py_ssize_t:
        """Return where the text goes on behind the white space at ``i``; -1: this reference does not reach there.

        Sets ``broke`` when a line break lies between. What a line begins with (the same comment sign; reply marks no
        deeper than before, where a ">" may close a bracket, else one deeper) is part of the gap; so is, when
        ``enclosed``, one empty quoted line, or a page break.
        """
        data: cython.p_const_uchar = self.data
        line: cython.Py_ssize_t
        j: cython.Py_ssize_t = self.blanks(i)
        k: cython.Py_ssize_t
        marks: cython.int
        skipped: cython.bint = False
        self.broke = j >= 0 and data[j] == 10
        if not self.broke:
            return j
        if self.line == -2:
            self.read_line()
        line = j + 1
        j = line
        while True:
            marks = 0
            while True:
                j = self.blanks(j)
                if j < 0:
                    return -1
                if (data[j] != 62 and data[j] != 124) or (marks >= self.depth and (enclosed or marks > self.depth)):
                    break
                marks += 1
                j += 1
            if data[j] != 10:
                if enclosed and not marks and self.footer_end(j) > 0:
                    return self.page_break(line)
                break
            if not enclosed:
                return -1
            if not marks or skipped:
                return self.page_break(line)
            skipped = True
            j += 1
        k = self.sign
        while k < self.sign_end and self.peek(j + k - self.sign) == data[k]:
            k += 1
        if not enclosed and self.sign_end > self.sign:
            if k == self.sign_end and self.peek(j + k - self.sign) != data[k - 1]:
                if self.bullet():
                    return -1
            elif self.comment():
                return -1
        if k < self.sign_end or k == self.sign:
            return j
        j = self.blanks(j + k - self.sign)
        return -1 if j < 0 or data[j] == 10 else j

    @cython.cfunc
    @cython.exceptval(check=False)
    def comment(self) -> cython.bint:
        """Tell whether the sign before the candidate begins a comment, which ends with its line: "# ", "// ", "-- "."""
        byte: cython.int = self.data[self.sign]
        if byte == 46:
            return True
        if not self.flags[self.data[self.sign_end]] & _SPACE:
            return False
        if byte == 47 or byte == 45:
            return self.data[self.sign + 1] == byte
        return byte == 35 or byte == 59 or byte == 37

    @cython.cfunc
    @cython.exceptval(check=False)
    def bullet(self) -> cython.bint:
        """Tell whether the sign that the next line has too is a list's: that line is another item.

        The asterisk of a block comment stands under that of its "/*", behind an odd number of blanks.
        """
        byte: cython.int = self.data[self.sign]
        k: cython.Py_ssize_t = self.sign
        if self.sign_end != self.sign + 1 or not self.flags[self.data[self.sign_end]] & _SPACE:
            return False
        if byte == 42:
            while k > 0 and self.data[k - 1] == 32:
                k -= 1
            self.examined += self.sign - k
            return (self.sign - k) & 1 == 0
        return byte == 45 or byte == 43

    @cython.cfunc
    @cython.exceptval(check=False)
    def page_break(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the text goes on behind the page break at the line ``i``, -1: it is none.

        Empty lines; a footer that ends in "[Page n]", or a form feed, or both; a header; empty lines. Where no footer
        was seen, an empty line must tell the header from the text. None of it holds "<" or a quotation mark: what is
        read for one bracket ends where another may open.
        """
        data: cython.p_const_uchar = self.data
        stop: cython.Py_ssize_t = min(self.size, i + _MAX_PAGE_BREAK)
        begin: cython.Py_ssize_t = i
        end: cython.Py_ssize_t
        footer: cython.bint = False
        feed: cython.bint = False
        header: cython.bint = False
        empty: cython.bint = False
        while True:
            while i < stop and self.flags[data[i]] & _SPACE:
                feed = feed or data[i] == 12
                empty = empty or data[i] == 10
                i += 1
            self.examined += i - begin
            if i >= stop:
                break
            if header:
                return i if footer or empty else -1
            begin = i
            end = self.footer_end(i)
            if not footer and not feed and end < 0:
                return -1
            if footer or end < 0:
                header = True
                empty = False
                while i < stop and data[i] != 10:
                    if data[i] == 60 or data[i] == 34:
                        return -1
                    i += 1
            else:
                footer = True
                i = end
            i += 1
        if i == self.size:
            self.need = True
        return -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def footer_end(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the line at ``i`` ends, if that is in "[Page n]" as RFC 2223 §3 has it; else -1."""
        data: cython.p_const_uchar = self.data
        stop: cython.Py_ssize_t = min(self.size, i + _MAX_FOOTER)
        end: cython.Py_ssize_t = i
        k: cython.Py_ssize_t
        while end < stop and data[end] != 10:
            if data[end] == 60 or data[end] == 34:
                return -1
            end += 1
        self.examined += end - i
        if end == self.size:
            self.need = True
            return -1
        k = end - 1
        while k > i and self.flags[data[k]] & _SPACE:
            k -= 1
        if end == stop or data[k] != 93:
            return -1
        k -= 1
        while k > i and self.flags[data[k]] & _WORD:
            k -= 1
        if (
            k >= i + 5 and data[k] == 32 and data[k - 5] == 91 and data[k - 4] == 80 and data[k - 3] == 97
            and data[k - 2] == 103 and data[k - 1] == 101
        ):  # fmt: skip
            return end
        return -1
