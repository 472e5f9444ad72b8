"""Names whose scheme was left out: ``www.example.org/x`` (RFC 3986 §4.5).

It stands on the seven classes of the kernel, and below the one whose loop finds names (:mod:`._suffix`). Nothing but
its shape proves such a reference, so the shape must prove it:

- ``www.`` or ``ftp.`` and two labels more, the last a top-level domain, or one reserved for special use.
- Any other name needs a path. Its last label is a top-level domain and written as one, in one case; where that is a
  word (``user.name/email``, ``fetch.jobs/x``), or files' names end in it too (``setup.py/``, ``README.md/``), it takes
  three labels. It does not begin as names in reverse do (``org.example.app/Main``).
- What stands before must not make it a part of something longer: of a path, a query, an authority, a word; or of what
  was broken at the end of the line before.
- Where its host was defanged (``evil[.]example``), that mark is the proof: any name in a top-level domain, or one for
  special use, is one then, without a path too, and so is an IPv4 address.
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.limits import MAX_REFERENCE
from uri_extract.scan import classes, rows
from uri_extract.uri import schemes, tlds

if cython.compiled:
    from cython.cimports.uri_extract.scan._kernel_c import Kernel
else:
    from uri_extract.scan._kernel import Kernel

_ANGLE = cython.declare(cython.longlong, rows.ANGLE)
_QUOTE = cython.declare(cython.longlong, rows.QUOTE)
_TOO_LONG = cython.declare(cython.longlong, rows.TOO_LONG)
_SUFFIX = cython.declare(cython.longlong, rows.SUFFIX)
_WORD = cython.declare(cython.int, classes.WORD)
_SPACE = cython.declare(cython.int, classes.SPACE)
_DIGIT = cython.declare(cython.int, classes.DIGIT)
_NAME = cython.declare(cython.int, classes.NAME)
_HOST = cython.declare(cython.int, schemes.HOST)
_MAX_LABEL = cython.declare(cython.Py_ssize_t, 64)  # RFC 1035 §2.3.4; RFC 5321 §4.5.3.1.1 of a local part
_FULL = cython.declare(cython.Py_ssize_t, 56)  # what a line has at least that was broken because it was full
_MAX_NAME = cython.declare(cython.Py_ssize_t, 256)  # RFC 1035 §2.3.4

_TLDS = tlds.TLDS
_SPECIAL = tlds.SPECIAL
_GENERIC, _FILES, _REVERSED = tlds.GENERIC, tlds.FILES, tlds.REVERSED


@cython.cclass
class Names(Kernel):
    """Tells which names are references, and writes their rows."""

    def __init__(self, max_reference: int = MAX_REFERENCE) -> None:
        Kernel.__init__(self, max_reference)
        self.all_names = True
        self.marked = None

    @cython.cfunc
    @cython.exceptval(check=False)
    def is_marked(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a mark of a defanged reference was undone there."""
        return self.marked is not None and bool(self.marked(self.offset + start, self.offset + end))

    @cython.cfunc
    @cython.exceptval(check=False)
    def address(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Tell whether an IPv4 address stands there (RFC 3986 §3.2.2), and not a network's (RFC 4632 §3.1).

        Sets ``host_end``: before the dot of a sentence.
        """
        data: cython.p_const_uchar = self.data
        i: cython.Py_ssize_t = start
        begin: cython.Py_ssize_t
        numbers: cython.int
        value: cython.int
        for numbers in range(4):
            begin = i
            value = 0
            while i < end and i < begin + 4 and self.flags[data[i]] & _DIGIT:
                value = 10 * value + data[i] - 48
                i += 1
            if i == begin or value > 255 or (i > begin + 1 and data[begin] == 48):
                return False
            if numbers < 3:
                if i == end or data[i] != 46:
                    return False
                i += 1
        self.examined += i - start
        self.host_end = i
        if i < end and (data[i] != 46 or i + 1 < end):
            return False
        if self.peek(i) != 47:
            return True
        begin = i = i + 1
        while i < begin + 3 and self.flags[self.peek(i)] & _DIGIT:
            i += 1
        return i == begin or i == begin + 3 or self.flags[self.peek(i)] & _WORD or self.peek(i) == 47

    @cython.cfunc
    @cython.exceptval(check=False)
    def run(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the labels and dots that begin at ``i`` end."""
        data: cython.p_const_uchar = self.data
        begin: cython.Py_ssize_t = i
        limit: cython.Py_ssize_t = min(self.size, i + _MAX_NAME)
        j: cython.Py_ssize_t
        while i < limit and self.flags[data[i]] & _NAME:
            if data[i] >= 0x80:
                j = self.character(i)
                if j < 0:
                    break
                i = j
            else:
                i += 1
        self.examined += i - begin + 1
        if i >= self.size:
            self.need = True
        return i

    @cython.cfunc
    @cython.exceptval(check=False)
    def ends_known(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, special: cython.bint) -> cython.bint:
        """Tell whether the name there ends in a top-level domain, or one for special use, and could exist.

        Sets ``host_end``: behind the last label. A label that begins in ASCII ends there, in text without blanks.
        """
        data: cython.p_const_uchar = self.data
        label: cython.Py_ssize_t
        k: cython.Py_ssize_t
        upper: cython.bint = False
        lower: cython.bint = False
        while end > start and (data[end - 1] == 46 or data[end - 1] == 45):
            end -= 1
        label = end
        while label > start and data[label - 1] != 46:
            label -= 1
        self.examined += end - label
        if label == start:
            return False
        for k in range(label, end):
            if data[k] >= 0x80 and data[label] < 0x80:
                end = k
                break
            upper = upper or 65 <= data[k] <= 90
            lower = lower or 97 <= data[k] <= 122
        if upper and lower and not special:  # "our books.Org/anise"
            return False
        last: bytes = self.window[label:end].lower()
        if last not in _TLDS and not (special and last in _SPECIAL):
            return False
        self.stop = self.size
        if not self.name(start, end, end) or self.host_end != end:
            return False
        self.stop = min(self.size, start + self.max_reference)
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def suffix(self, dot: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write a row for the name whose first dot that is, if it is a reference; return where to read on."""
        data: cython.p_const_uchar = self.data
        following: cython.int = self.peek(dot + 1)
        start: cython.Py_ssize_t
        run: cython.Py_ssize_t
        end: cython.Py_ssize_t
        bits: cython.longlong
        server: cython.bint
        marked: cython.bint
        if not self.flags[following] & _WORD and following < 0x80:
            return dot + 1
        start = self.first_label(dot)
        if start < 0:
            return dot + 1
        server = self.server(start, dot)
        self.begin(start)
        run = self.run(start)
        following = self.peek(run)
        # The name's own marks, and that of what parts it from a port or a path.
        marked = self.is_marked(start, run + 1)
        if not marked and (not self.all_names or (not server and following != 47 and following != 58)):
            return run
        self.kind = _HOST
        if not self.ends_known(start, run, server or marked) and not (marked and self.address(start, run)):
            return run
        end = self.host_end
        if end != run:
            following = data[end]
        if marked:
            server = True  # it needs no path
        elif server:
            if not self.dotted(dot + 1):
                return run
        elif end != run or not self.usual(start, dot, end) or self.continued(start):
            return run
        if following == 58:
            end = self.port(end)
            following = self.peek(end)
            if following == 58 and self.peek(end + 1) == 47 and self.peek(end + 2) == 47:
                return run
        if not server:
            # Behind the slash of a name something of a path; "//" and "/*" begin a comment.
            if following != 47 or self.peek(end + 1) == 47 or self.peek(end + 1) == 42 or self.peek(end + 1) == 61:
                return run
        elif following == 64 or following == 61 or following == 37 or following == 36 or following == 43:
            return run
        if not self.all_names and not self.is_marked(start, end + (following == 47)):
            return run
        bits = self.look_back() | _SUFFIX
        if following == 47 or following == 63 or following == 35:
            end = self.read(end)
        if end >= self.start + self.max_reference:
            self.write(self.start, end, bits | _TOO_LONG)
            return end
        return self.delimited(end, bits)

    @cython.cfunc
    @cython.exceptval(check=False)
    def first_label(self, dot: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the label before ``dot`` begins, -1 where it is no name's first."""
        data: cython.p_const_uchar = self.data
        flags: cython.p_const_uchar = self.flags
        low: cython.Py_ssize_t = max(self.low, dot - _MAX_LABEL)
        i: cython.Py_ssize_t = dot
        k: cython.Py_ssize_t
        more: cython.Py_ssize_t
        before: cython.int
        while i > low and (flags[data[i - 1]] & _WORD or data[i - 1] == 45 or data[i - 1] == 95):
            i -= 1
        k = i
        if i > low and data[i - 1] >= 0x80 and not self.server(i, dot):
            while i > low and (flags[data[i - 1]] & _WORD or data[i - 1] == 45 or data[i - 1] >= 0x80):
                i -= 1
            k = i
        while k < dot:
            if data[k] < 0x80:
                k += 1
                continue
            more = self.character(k)
            if more < 0:  # punctuation, and the name begins behind it; or no text
                more = k + (2 if data[k] < 0xE0 else 3)
                if data[k] < 0xC2 or more > dot or data[more - 1] & 0xC0 != 0x80:
                    return -1
                i = more
            k = more
        self.examined += dot - i + 1
        if i == dot or dot - i >= _MAX_LABEL or data[i] == 45 or data[i] == 95:
            return -1
        if i == 0:
            return i
        if self.soft_break(i):
            return -1
        before = data[i - 1]
        if before == 46:  # "see ...www.example.org"
            return i if i > 1 and data[i - 2] == 46 and self.server(i, dot) else -1
        if before >= 0x80:
            return i
        if flags[before] & _WORD or before == 47 or before == 64 or before == 92 or before == 61 or before == 38:
            return -1
        if before == 126 or before == 35 or before == 37 or before == 43 or before == 36 or before == 63:
            return -1
        if (before == 58 or before == 123) and not self.server(i, dot):
            return -1
        return i

    @cython.cfunc
    @cython.exceptval(check=False)
    def server(self, start: cython.Py_ssize_t, dot: cython.Py_ssize_t) -> cython.bint:
        """Tell whether the label there is "www", perhaps with a digit, or "ftp"."""
        data: cython.p_const_uchar = self.data
        if dot - start != 3 and (dot - start != 4 or not self.flags[data[start + 3]] & _DIGIT):
            return False
        if (data[start] | 0x20) == 119:
            return (data[start + 1] | 0x20) == 119 and (data[start + 2] | 0x20) == 119
        return (
            dot - start == 3 and (data[start] | 0x20) == 102 and (data[start + 1] | 0x20) == 116
            and (data[start + 2] | 0x20) == 112
        )  # fmt: skip

    @cython.cfunc
    @cython.exceptval(check=False)
    def usual(self, start: cython.Py_ssize_t, dot: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Tell whether the name is one that would be written without "www.", and no file's or package's."""
        data: cython.p_const_uchar = self.data
        label: cython.Py_ssize_t = end
        k: cython.Py_ssize_t
        while label > start and data[label - 1] != 46:
            label -= 1
        for k in range(start, dot - 1):  # a dash of two hyphens; "xn--"
            if data[k] == 45 and data[k + 1] == 45 and k != start + 2:
                return False
        self.examined += dot - start
        # In capitals, with a country's two letters, so much of a line of uuencode looks like a name.
        if end - label == 2 and data[label] < 97:
            return False
        if label == dot + 1:
            last: bytes = self.window[label:end].lower()
            if end - label == 2:
                return last not in _FILES
            return last in _GENERIC or data[label] >= 0x80 or last[:4] == b"xn--"
        return self.window[start:dot].lower() not in _REVERSED

    @cython.cfunc
    @cython.exceptval(check=False)
    def port(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where a port ends whose colon is at ``i``; ``i`` where none stands there."""
        k: cython.Py_ssize_t = i + 1
        while k < i + 7 and self.flags[self.peek(k)] & _DIGIT:
            k += 1
        return i if k == i + 1 or k == i + 7 or self.flags[self.peek(k)] & _WORD else k

    @cython.cfunc
    @cython.exceptval(check=False)
    def delimited(self, end: cython.Py_ssize_t, bits: cython.longlong) -> cython.Py_ssize_t:
        """Write the row of the name that is read up to ``end``; return where it ends."""
        made: cython.Py_ssize_t = self.made
        begin: cython.Py_ssize_t = self.start
        if self.opener and end < self.size:
            end = self.enclosed(begin, end)
            if end >= 0:
                self.write(begin, end, bits | (_ANGLE if self.opener == 60 else _QUOTE))
                return end
            self.made = made
            end = self.first_end
        if self.cut >= 0:
            end = self.cut
        self.opener = 0
        end = self.bare(begin, begin, end)
        self.write(begin, end, bits)
        return end

    # -- what was broken over lines ------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    def soft_break(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether "=" (RFC 2045 §6.7) or a backslash has broken the line before ``i``: it has begun there."""
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = i - 2
        if i < 3 or data[i - 1] != 10:
            return False
        if data[k] == 13:
            k -= 1
        return data[k] == 61 or data[k] == 92

    @cython.cfunc
    @cython.exceptval(check=False)
    def continued(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether what begins a line at ``i`` has begun in the one before.

        That ends in a hyphen behind a word, or it is full and its last word has "//" in it.
        """
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = i
        low: cython.Py_ssize_t = max(2, i - 2 * _MAX_LABEL)
        end: cython.Py_ssize_t
        while k > low and data[k - 1] != 10 and (data[k - 1] == 62 or self.flags[data[k - 1]] & _SPACE):
            k -= 1
        if k <= low or data[k - 1] != 10:
            self.examined += i - k
            return False
        k -= 1
        if data[k - 1] == 13:
            k -= 1
        end = k
        low = max(2, end - 2 * _MAX_LABEL)
        if data[k - 1] == 45 and self.flags[data[k - 2]] & _WORD:
            return True
        if self.flags[data[k - 1]] & _WORD or data[k - 1] == 46:
            while k > low and not self.flags[data[k - 1]] & _SPACE and not (data[k - 1] == 47 and data[k - 2] == 47):
                k -= 1
        broken: cython.bint = k > low and k < end and data[k - 1] == 47
        while broken and k > 0 and data[k - 1] != 10 and end - k < _FULL:
            k -= 1
        self.examined += i - k
        return broken and end - k >= _FULL
