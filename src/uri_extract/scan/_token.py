"""What belongs to a reference and what to the text around it (RFC 3986 Appendix C), within one line.

The third of the seven classes that make the kernel (:mod:`uri_extract.scan._kernel`).
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.limits import MAX_REFERENCE
from uri_extract.scan import classes
from uri_extract.uri import schemes

if cython.compiled:
    from cython.cimports.uri_extract.scan._characters_c import Characters
else:
    from uri_extract.scan._characters import Characters

_PLAIN = cython.declare(cython.int, classes.PLAIN)
_BEYOND = cython.declare(cython.int, classes.BEYOND)
_WORD = cython.declare(cython.int, classes.WORD)
_TRAILING = cython.declare(cython.int, classes.TRAILING)
_DIGIT = cython.declare(cython.int, classes.DIGIT)
_NAMESPACE = cython.declare(cython.int, schemes.NAMESPACE)
#: Characters that end a reference, or that it would be trimmed of, as markup refers to them (HTML §13.5).
_DELIMITERS = frozenset(b"lt gt quot apos nbsp #34 #39 #60 #62 #160 #x22 #x27 #x3c #x3e #xa0".split())


@cython.cclass
class Token(Characters):
    """The candidate: what was seen of it so far, and whether the next byte is still part of it."""

    def __init__(self, max_reference: int = MAX_REFERENCE) -> None:
        Characters.__init__(self)
        self.max_reference = max_reference
        self.cut = -1
        self.square_end = self.curly_end = 0
        self.begin(0)

    @cython.cfunc
    @cython.exceptval(check=False)
    def begin(self, start: cython.Py_ssize_t) -> cython.void:
        """Take up a candidate that begins at ``start``."""
        self.start = start
        self.stop = min(self.size, start + self.max_reference)
        self.line = -2
        self.kind = self.opener = self.before = 0
        self.cut = self.bar = -1
        self.host_end = self.known = start
        self.rounds = self.squares = self.curlies = self.apostrophes = 0
        self.query = self.beyond_ascii = self.western = self.quoted_before = self.escaped = False

    @cython.cfunc
    @cython.exceptval(check=False)
    def read(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Read on from ``i`` to the first byte that cannot belong to the reference; return where that is.

        Behind a bracket it is read to what no URI holds, and ``cut`` is where it would have ended in white space.
        """
        data: cython.p_const_uchar = self.data
        kinds: cython.p_const_uchar = self.classes
        stop: cython.Py_ssize_t = self.stop
        begin: cython.Py_ssize_t
        j: cython.Py_ssize_t
        kind: cython.int
        first: cython.int
        second: cython.int
        third: cython.int
        fourth: cython.int
        i = max(i, self.known)
        begin = i
        while True:
            # Four at a time, each a 1 as long as all before it are plain: where they end costs one branch, not two.
            fourth = 1
            while fourth and i + 4 <= stop:
                first = kinds[data[i]] & _PLAIN
                second = first & kinds[data[i + 1]]
                third = second & kinds[data[i + 2]]
                fourth = third & kinds[data[i + 3]]
                if not fourth:
                    i += first + second + third
                    break
                i += 4
            while fourth and i < stop and kinds[data[i]] == _PLAIN:
                i += 1
            if i >= stop:
                if stop == self.size and stop < self.start + self.max_reference:
                    self.need = True
                break
            kind = kinds[data[i]]
            if kind == 0:
                j = self.escape(i) if data[i] == 92 else -1
                if j < 0:
                    break
                self.escaped = True
                i = j
                continue
            if kind == _BEYOND:
                j = self.character(i)
                if j < 0:
                    break
                i = j
                continue
            if self.ends(i):
                if not self.opener:
                    break
                if self.cut < 0:
                    self.cut = i
            i += 1
        self.examined += i - begin
        return i

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def ends(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether the doubtful byte at ``i`` ends a reference in white space."""
        byte: cython.int = self.data[i]
        if byte == 63:  # ?
            self.query = True
            return False
        if byte == 38:  # & may begin a delimiter in its escaped form
            return self.entity(i)
        if byte == 40:  # (
            self.rounds += 1
            return False
        if byte == 41:  # ) is the text's where none is open, unless a word follows and no "(" stood before
            if self.rounds > 0:
                self.rounds -= 1
                return False
            return self.before == 40 or not self.flags[self.peek(i + 1)] & _WORD
        if byte == 91:  # [ begins a footnote's mark, or a tag that closes: [/url]
            if (not self.query and (self.peek(i + 1) == 47 or self.footnote(i))) or not self.closed(i, 93):
                return True
            self.squares += 1
            return False
        if byte == 123:  # {
            if not self.closed(i, 125):
                return True
            self.curlies += 1
            return False
        if byte == 93:  # ]
            if self.squares > 0:
                self.squares -= 1
                return False
            return True
        if byte == 125:  # }
            if self.curlies > 0:
                self.curlies -= 1
                return False
            return True
        if byte == 39:  # '
            self.apostrophes += 1
            return self.before == 39 and not self.flags[self.peek(i + 1)] & _WORD
        if byte == self.before and (byte == 44 or byte == 59):  # a column between separators
            return True
        if byte == 124:  # | behind the address in a wiki's link or template, or in a table's cell
            if self.bar < 0:
                self.bar = i
            if self.before == 91 or self.before == 124 or (self.before == 61 and self.argument(i + 1)):
                return True
        return not self.query and self.another(i + 1)  # , ; | between two references

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def closed(self, i: cython.Py_ssize_t, closer: cython.int) -> cython.bint:
        """Tell whether what opens at ``i`` is closed before the next byte that no URI has.

        The search goes on where the last one ended: all brackets up to there have the same answer, and no byte is
        searched twice.
        """
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = max(i + 1, self.square_end if closer == 93 else self.curly_end)
        begin: cython.Py_ssize_t = k
        while k < self.stop and self.classes[data[k]] and data[k] != closer:
            k += 1
        self.examined += k - begin + 1
        if k >= self.size:
            self.need = True
        if closer == 93:
            self.square_end = k
        else:
            self.curly_end = k
        return k < self.stop and data[k] == closer

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def argument(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a template's argument, "name=", stands at ``i``."""
        k: cython.Py_ssize_t = i
        while k < i + 20 and (self.flags[self.peek(k)] & _WORD or self.peek(k) == 45):
            k += 1
        return k > i and self.peek(k) == 61

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def entity(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether "&lt;", "&#39;" or another delimiter stands at ``i``, as text has it that shows markup."""
        k: cython.Py_ssize_t = i + 1
        while k < i + 7 and (self.flags[self.peek(k)] & _WORD or self.peek(k) == 35):
            k += 1
        return self.peek(k) == 59 and self.window[i + 1 : k].lower() in _DELIMITERS

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def footnote(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a footnote's mark, "[1]", stands at ``i``."""
        k: cython.Py_ssize_t = i + 1
        while k < i + 5 and self.flags[self.peek(k)] & _DIGIT:
            k += 1
        if k == i + 1 or self.peek(k) != 93:
            return False
        k += 2 if self.peek(k + 1) == 46 else 1
        return not self.flags[self.peek(k)] & _WORD  # "symbols[1].html"

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def another(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether "scheme://" stands at ``i``."""
        k: cython.Py_ssize_t = i
        while k < i + 12 and self.flags[self.peek(k)] & _WORD:
            k += 1
        return k > i + 1 and self.peek(k) == 58 and self.peek(k + 1) == 47 and self.peek(k + 2) == 47

    @cython.cfunc
    @cython.exceptval(check=False)
    def trim(self, floor: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Leave the text's punctuation, and brackets that never close, out of a reference in white space."""
        byte: cython.int
        apostrophes: cython.int = self.apostrophes
        behind: cython.int = self.data[end] if end < self.size else 0
        while end > floor:
            byte = self.data[end - 1]
            if byte == 47 and self.before == 42 and self.data[end - 2] == 42:  # "/*" before it, "*/" behind it
                end -= 1
                continue
            if (
                (byte == 61 and (end - 1 == self.host_end or behind == 62))  # "=>"
                or (byte == 126 and self.before == 126)
            ):
                end -= 1
                behind = 0
                continue
            if not self.flags[byte] & _TRAILING:
                break
            # A path may end in "-", a host may not; "->" and "-->" are the text's.
            if byte == 45 and end > self.host_end and behind != 62:
                break
            if byte == 58 and behind == 41 and self.kind == _NAMESPACE:  # "(urn:example:)": in prose a blank follows
                break
            if byte == 63 and self.data[end - 2] == 61:  # "?a=?"
                break
            if byte == 39:
                if apostrophes & 1 == 0 and self.data[end - 2] != 39:
                    break
                apostrophes -= 1
            end -= 1
        return end
