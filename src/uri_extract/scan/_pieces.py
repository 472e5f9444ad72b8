"""A reference that is broken over lines, or holds blanks: its pieces (RFC 3986 Appendix C, RFC 2396 Appendix E).

The fifth of the seven classes that make the kernel (:mod:`uri_extract.scan._kernel`).
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.limits import MAX_PIECES, MAX_REFERENCE
from uri_extract.scan import classes, rows

if cython.compiled:
    from cython.cimports.uri_extract.scan._hosts_c import Hosts
    from cython.cimports.uri_extract.scan._wraps_c import MORE, judge, look
else:
    from uri_extract.scan._hosts import Hosts
    from uri_extract.scan._wraps import MORE, judge, look

_LONGEST_WORD = cython.declare(cython.Py_ssize_t, 24)
_MAX_PIECES = cython.declare(cython.Py_ssize_t, MAX_PIECES)
_WORD = cython.declare(cython.int, classes.WORD)
_SPACE = cython.declare(cython.int, classes.SPACE)


@cython.cclass
class Pieces(Hosts):
    """The candidate's pieces, written behind those of the rows before it."""

    def __init__(self, max_reference: int = MAX_REFERENCE) -> None:
        Hosts.__init__(self, max_reference)
        self.pieces = array("q", [0]) * (2 * (rows.ROWS + 2 * MAX_PIECES))
        self.piece = self.pieces
        self.made = self.first = self.slashes = self.behind = self.first_end = self.delimiter = 0
        self.printable = False

    @cython.cfunc
    @cython.exceptval(check=False)
    def hierarchy(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return what stands behind ``scheme://`` or ``scheme:``; a break may stand before or behind the slashes."""
        j: cython.Py_ssize_t
        begin: cython.Py_ssize_t = self.start
        following: cython.int
        self.slashes = 0
        self.behind = begin
        while True:
            following = self.peek(i)
            if following == 92 and self.slashes < 2 and self.slash(i) > 0:  # JSON: "http:\\/\\/"
                i = self.slash(i)
                self.slashes += 1
                continue
            if following == 47 and self.slashes < 2:
                self.slashes += 1
                i += 1
                continue
            if (
                following == 61
                and self.slashes
                and self.made - self.first <= 2
                and (self.peek(i + 1) == 10 or self.peek(i + 1) == 13)
            ):
                j = self.gap(i + 1, self.opener != 0)  # no host begins with "=": quoted-printable broke the line
                if j < 0 or not self.broke:
                    return i
                self.add(begin, i)
                begin = self.behind = i = j
                continue
            if not self.flags[following] & _SPACE or self.made - self.first > 2:
                return i
            j = self.gap(i, self.opener != 0)
            if j < 0 or (self.slashes == 1 and self.data[j] != 47) or not (self.broke or self.opener == 60):
                return i
            if not (self.slashes or self.opener or (self.data[j] == 47 and self.peek(j + 1) == 47)):
                return i
            if self.slashes == 2 and self.data[j] == 46:  # a request of troff: no host begins so
                return i
            self.add(begin, i)
            begin = self.behind = i = j

    @cython.cfunc
    @cython.exceptval(check=False)
    def dotted(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether the host that begins at ``i`` has a dot inside."""
        while i < self.host_end - 1 and self.data[i] != 46:
            i += 1
        return i < self.host_end - 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def enclosed(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Put the pieces together up to the closing bracket; return the last one's end, -1: it never closes.

        ``first_end`` is then where the first piece ends.
        """
        data: cython.p_const_uchar = self.data
        closer: cython.int = 62 if self.opener == 60 else 34
        cut: cython.Py_ssize_t = self.cut
        blanks: cython.int = 0
        soft: cython.Py_ssize_t
        j: cython.Py_ssize_t
        last: cython.int
        self.first_end = end
        while end < self.stop and self.made - self.first < _MAX_PIECES:
            if data[end] == closer:
                # A quotation mark before a word opens the next quotation.
                if blanks and (self.made - self.first > 1 or self.flags[self.peek(end + 1)] & _WORD):
                    break
                if self.made > self.first:
                    self.add(begin, end)
                return end
            if not self.flags[data[end]] & _SPACE:
                if data[end] == 92 and closer == 34 and self.made == self.first and self.quoted(end):
                    return end
                # A backslash may fold a line (RFC 8792 §7.1).
                if data[end] != 92 or closer != 62 or not self.flags[self.peek(end + 1)] & _SPACE:
                    break
                j = self.gap(end + 1, True)
            else:
                j = self.gap(end, True)
            if j < 0 or j >= self.stop:
                break
            if data[j] == closer:
                if blanks:
                    break
                soft = self.soft(begin, end)
                if self.made > self.first or soft:
                    self.add(begin, end - soft)
                return end - soft
            if not self.classes[data[j]]:
                break
            last = data[end - 1]
            if last == 39 and data[j] == 39:  # the program's strings, put together
                break
            if last != 47 and last != 61 and last != 42 and last != 63 and self.another(j):  # a list of references
                break
            if not self.broke and self.bar >= 0:  # "<uri|its label>"
                if self.bar < self.first_end:
                    self.cut = self.bar
                break
            if closer == 34:
                if not self.broke:  # one blank is a slip, and ignored (Appendix C); several are prose
                    blanks += 1
                    if blanks > 1 or end <= self.host_end:
                        break
                elif not self.breakable(end, j):
                    break
            if self.broke and self.break_mark(end):
                self.add(begin, end - 2)
            else:
                self.add(begin, end - self.soft(begin, end))
            begin = j
            end = self.read(j)
            self.cut = cut
        return -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def break_mark(self, end: cython.Py_ssize_t) -> cython.bint:
        """Tell whether "**" or "__" stands before ``end``: Gmail and Thunderbird mark the breaks they make so."""
        last: cython.int = self.data[end - 1]
        return (last == 42 or last == 95) and self.data[end - 2] == last and self.data[end - 3] != last

    @cython.cfunc
    @cython.exceptval(check=False)
    def quoted(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether backslashes and a quotation mark stand at ``i``: a string inside a string."""
        k: cython.Py_ssize_t = i
        while k < i + 8 and self.peek(k) == 92:
            k += 1
        return self.peek(k) == 34

    @cython.cfunc
    @cython.exceptval(check=False)
    def soft(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return 1 where the piece ends in the "=" of a soft line break (RFC 2045 §6.7) that an archive left, else 0.

        Such a line has 76 characters or a few less, and a few more where replies were put before it. Where "=3D" stands
        for an "=" every one at a line's end is soft; else it belongs to a query where a parameter's name precedes it.
        """
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = end
        delimiter: cython.int = 0
        byte: cython.int
        if not self.broke or data[end - 1] != 61:
            return 0
        while k > 0 and end - k <= 80 and data[k - 1] != 10:
            k -= 1
        self.examined += end - k
        if not 70 <= end - k <= 80:
            return 0
        k = end - 2
        while k >= begin:
            byte = data[k]
            if byte == 61 or byte == 38 or byte == 63:
                if not delimiter:
                    delimiter = byte
                if byte == 61 and data[k + 1] == 51 and data[k + 2] | 0x20 == 100:
                    self.printable = True
            k -= 1
        self.examined += end - k
        if delimiter:
            self.delimiter = delimiter
        if self.printable or self.delimiter == 61:
            return 1
        k = end + 2 if self.peek(end) == 13 else end + 1
        if (
            self.peek(k) == 61 and self.peek(k + 1) == 51 and self.peek(k + 2) | 0x20 == 100
        ):  # "=3D" begins the next line
            return 1
        return 0 if self.delimiter or self.query else 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def folded(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where a reference goes on behind a soft line break that needs no other sign; -1: it is none.

        Quoted-printable shows in "=3D", or in another soft break at the end of the line before or behind.
        """
        data: cython.p_const_uchar = self.data
        j: cython.Py_ssize_t = self.gap(end, True)
        k: cython.Py_ssize_t
        if j < 0 or not self.soft(begin, end):
            return -1
        if self.printable or (data[end - 2] == 46 and end <= self.host_end + 2):  # no host ends in ".="
            return j
        k = self.line - 2
        if k > 0 and data[k if data[k] != 13 else k - 1] == 61:
            return j
        k = j
        while k < j + 80 and self.peek(k) != 10 and not self.need:
            k += 1
        self.examined += k - j
        if self.peek(k) == 10 and data[k - 1 if data[k - 1] != 13 else k - 2] == 61:
            return j
        return -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def breakable(self, end: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a quoted reference may go on: broken beside a delimiter, or on a full line.

        An attribute may hold a list, a word a line (xsi:schemaLocation): there the line was not full.
        """
        if not self.flags[self.data[end - 1]] & _WORD or not self.flags[self.data[j]] & _WORD:
            return True
        return self.line < 0 or end - self.line >= 64

    @cython.cfunc
    @cython.exceptval(check=False)
    def bare(self, begin: cython.Py_ssize_t, floor: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where a reference in white space ends, put together over lines where the signs are strong."""
        data: cython.p_const_uchar = self.data
        authority: cython.Py_ssize_t = floor
        line: cython.Py_ssize_t = -1  # where the last piece's line begins, when it is not the first
        limit: cython.Py_ssize_t = self.start + self.max_reference
        following: cython.Py_ssize_t
        trimmed: cython.Py_ssize_t
        j: cython.Py_ssize_t
        last: cython.int
        verdict: cython.int
        signs: cython.longlong
        soft: cython.Py_ssize_t
        marks: cython.Py_ssize_t
        while True:
            trimmed = end if self.flags[data[end - 1]] & _WORD else self.trim(floor, end)
            if end >= self.size or not self.flags[data[end]] & _SPACE or self.made - self.first >= _MAX_PIECES:
                break
            if (
                data[end] == 32
                and not self.flags[data[end + 1] if end + 1 < self.size else self.peek(end + 1)] & _SPACE
            ):
                break
            verdict = 2
            marks = 2 if data[end - 1] == 42 and self.before != 42 and self.break_mark(end) else 0
            j = self.folded(begin, end) if data[end - 1] == 61 else -1
            if j < 0:
                # Behind ".", "?", "-" and "=" a line may break; other punctuation has ended the reference.
                last = data[trimmed] if end > trimmed and not marks else 46
                if end - trimmed > 1 + marks or (
                    last != 46 and last != 63 and last != 45 and last != 61 and last != 58
                ):
                    break
                j = self.gap(end, False)
                if j < 0 or not self.broke or (self.ended(data[end - 1]) and self.prose(j)):
                    break
                signs = look(
                    self.window, authority, self.host_end, end - marks, j, line if line >= 0 else self.line, self.before
                )
                self.examined += signs >> 32
                if signs & MORE:
                    self.need = True
                verdict = self.weigh(signs, end)
                if marks and verdict:
                    verdict = 2
                if verdict == 0 or (verdict == 1 and self.made > self.first):
                    break
            soft = marks or self.soft(begin, end)
            following = self.read(j)
            if following >= limit or self.trim(j, following) == j:  # too much, or nothing that would belong to it
                trimmed = self.trim(floor, end - soft)
                break
            self.add(begin, end - soft)
            if verdict == 1:
                self.add(j, self.trim(j, following))
                return trimmed
            begin = floor = line = j
            end = following
            while data[line - 1] != 10:
                line -= 1
        if self.made > self.first:
            self.add(begin, trimmed)
        return trimmed

    @cython.cfunc
    @cython.exceptval(check=False)
    def weigh(self, signs: cython.longlong, end: cython.Py_ssize_t) -> cython.int:
        """Judge the signs at the break behind ``end``: 2 the reference goes on, 1 perhaps, 0 no."""
        return judge(signs)

    @cython.cfunc
    @cython.exceptval(check=False)
    def ended(self, byte: cython.int) -> cython.bint:
        """Tell whether a reference may have ended with the byte: nothing in it asks for more."""
        return self.flags[byte] & _WORD != 0 or byte == 41 or byte == 93 or byte == 125

    @cython.cfunc
    @cython.exceptval(check=False)
    def prose(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a word of letters only stands at ``i``: behind a letter no sign could make it a part."""
        begin: cython.Py_ssize_t = i
        while i - begin < _LONGEST_WORD and 97 <= (self.peek(i) | 0x20) <= 122:
            i += 1
        self.examined += i - begin
        return i > begin and self.peek(i) == 32

    @cython.cfunc
    @cython.exceptval(check=False)
    def add(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.void:
        """Write a piece."""
        self.piece[2 * self.made] = start
        self.piece[2 * self.made + 1] = end
        self.made += 1
