"""What stands before a colon: a scheme (RFC 3986 §3.1), and before that what opens a reference (Appendix C).

The sixth of the seven classes that make the kernel (:mod:`uri_extract.scan._kernel`).
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.limits import MAX_REFERENCE, MAX_SCHEME
from uri_extract.scan import classes, rows
from uri_extract.uri import schemes

if cython.compiled:
    from cython.cimports.uri_extract.scan._pieces_c import Pieces
else:
    from uri_extract.scan._pieces import Pieces

_MAX_SCHEME = cython.declare(cython.Py_ssize_t, MAX_SCHEME)
_HOST = cython.declare(cython.int, schemes.HOST)
_SLOTS = cython.declare(cython.Py_ssize_t, classes.SLOTS)
_WORD = cython.declare(cython.int, classes.WORD)
_SCHEME = cython.declare(cython.int, classes.SCHEME)
_SPACE = cython.declare(cython.int, classes.SPACE)
_DIGIT = cython.declare(cython.int, classes.DIGIT)
_AUTHORITY = cython.declare(cython.int, schemes.AUTHORITY)
_NUMBER = cython.declare(cython.int, schemes.NUMBER)
_PREFIX = cython.declare(cython.longlong, rows.PREFIX)
_NAMES, _PLACE_LIST, _SHAPE_LIST = classes.scheme_slots()
_PLACES = array("i", _PLACE_LIST)  # copying an array is fast
_SHAPES = array("i", _SHAPE_LIST)
_KINDS = classes.KINDS


@cython.cclass
class Before(Pieces):
    """Looks back from a colon, no further than to where the last reference ended."""

    def __init__(self, max_reference: int = MAX_REFERENCE) -> None:
        Pieces.__init__(self, max_reference)
        self.names = _NAMES
        self.places = _PLACES[:]
        self.shapes = _SHAPES[:]
        self.low = 0

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def shape(self, start: cython.Py_ssize_t, colon: cython.Py_ssize_t) -> cython.int:
        """Return the shape of the scheme that stands there, 0 for none that is known."""
        if not cython.compiled:
            known: int = _KINDS.get(self.window[start:colon].lower(), 0)
            return known
        data: cython.p_const_uchar = self.data
        names: cython.p_const_uchar = self.names
        value: cython.uint = 2166136261
        slot: cython.Py_ssize_t
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        for i in range(start, colon):
            value = (value ^ (data[i] | 0x20)) * 16777619
        slot = (value ^ (value >> 16)) % _SLOTS
        while self.places[slot]:
            at = self.places[slot]
            i = start
            while i < colon and (data[i] | 0x20) == names[at]:
                i += 1
                at += 1
            if i == colon and names[at] == 58:
                return self.shapes[slot]
            slot = (slot + 1) % _SLOTS
        return 0

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def web(self, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where "http", "https" or "ftp" begins before ``colon``; 0 for none of these, the commonest."""
        data: cython.p_const_uchar = self.data
        i: cython.Py_ssize_t = colon - 4 - (data[colon - 1] == 115)
        if data[i + 1] == 116 and data[i + 2] == 116 and data[i + 3] == 112 and data[i] == 104:
            return i
        return i + 1 if data[i + 1] == 102 and data[i + 2] == 116 and data[i + 3] == 112 and i + 4 == colon else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def scheme(self, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Begin a candidate with the scheme before ``colon``; return where that begins, -1 where there is none."""
        data: cython.p_const_uchar = self.data
        flags: cython.p_const_uchar = self.flags
        low: cython.Py_ssize_t = max(self.low, colon - _MAX_SCHEME - 1)
        i: cython.Py_ssize_t = colon
        k: cython.Py_ssize_t = colon
        mark: cython.int
        kind: cython.int
        if colon > self.low + 5:
            i = self.web(colon)
            mark = data[i - 1] if i > 0 else 0x80
            if mark < 0x80 and not flags[mark] & _SCHEME and mark != 95 and mark != 92:
                self.examined += colon - i
                self.begin(i)
                self.kind = _HOST
                return i
            i = colon
        while i > low and flags[data[i - 1]] & _SCHEME:
            i -= 1
        self.examined += colon - i
        if colon - i > _MAX_SCHEME:
            return -1
        if i > self.low and data[i - 1] == 95:  # "_" makes it part of another word
            return -1
        if i > self.low and data[i - 1] == 92:  # in source code "\nhttp://" has no scheme "nhttp"
            i = self.escaped_before(i, colon)
        while i < colon and not 97 <= (data[i] | 0x20) <= 122:  # a list's mark, a footnote's number
            i += 1
        if colon - i < 2:  # "12:30", "C:\"
            return -1
        kind = self.shape(i, colon)
        if kind == _NUMBER and data[i] < 97 <= data[i + 1]:  # "Tel:" is the label of a number
            return -1
        if not kind:
            while k > i and flags[data[k - 1]] & _WORD:
                k -= 1
            if k > i:  # "can...http://", "word-http://"; but "git+http" is one scheme
                mark = data[k - 1]
                while k < colon and flags[data[k]] & _DIGIT:
                    k += 1
                kind = self.shape(k, colon)
                if kind and mark == 43:
                    kind = _AUTHORITY
                elif kind:
                    i = k
            elif i > low and (data[i - 1] >= 0x80 or self.controlled(i)):
                # Behind a byte beyond ASCII a letter may be the second half of a character (Big5, GBK, Shift_JIS).
                kind = self.shape(i + 1, colon)
                if kind:
                    i += 1
        self.begin(i)
        self.kind = kind
        return i

    @cython.cfunc
    @cython.exceptval(check=False)
    def controlled(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether the letter at ``i`` ends a terminal's control sequence, ESC [ 3 1 m, or a charset's, ESC ( B.

        ECMA-48 §5.4; ECMA-35 §14.
        """
        k: cython.Py_ssize_t = i
        while k > 1 and i - k < _MAX_SCHEME and (self.flags[self.data[k - 1]] & _DIGIT or self.data[k - 1] == 59):
            k -= 1
        return k > 1 and self.data[k - 2] == 27 and (self.data[k - 1] == 91 or (k == i and self.data[k - 1] == 40))

    @cython.cfunc
    @cython.exceptval(check=False)
    def escaped_before(self, i: cython.Py_ssize_t, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the scheme begins behind a backslash: behind ``n``, troff's ``fB``, ``x3d`` or ``u003d``."""
        if self.data[i] == 120 and i + 3 < colon:
            return i + 3
        if self.data[i] == 117 and i + 5 < colon and self.flags[self.data[i + 1]] & _DIGIT:
            return i + 5
        return i + 2 if self.data[i] == 102 and not self.shape(i + 1, colon) else i + 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def look_back(self) -> cython.longlong:
        """See what stands before the candidate: "URL:" (RFC 2396 Appendix E), "<", a quotation mark; return bits."""
        data: cython.p_const_uchar = self.data
        flags: cython.p_const_uchar = self.flags
        bits: cython.longlong = 0
        k: cython.Py_ssize_t = self.start
        i: cython.Py_ssize_t = self.start
        before: cython.int
        if i == 0:
            return 0
        before = data[i - 1]
        if flags[before] & _SPACE or before == 58:
            while i > 0 and self.start - i < _MAX_SCHEME and flags[data[i - 1]] & _SPACE:
                i -= 1
            if (
                i > 3 and data[i - 1] == 58 and (data[i - 2] | 0x20) == 108 and (data[i - 3] | 0x20) == 114
                and (data[i - 4] | 0x20) == 117 and (i == 4 or not flags[data[i - 5]] & _WORD)
            ):  # fmt: skip
                bits = _PREFIX
                i -= 4
                k = i
                while i > 0 and k - i < _MAX_SCHEME and flags[data[i - 1]] & _SPACE:
                    i -= 1
                before = data[k - 1] if k > 0 else 0
            self.examined += self.start - i
        if i > 0 and data[i - 1] == 60:
            self.opener = 60
        elif before == 34:
            self.opener = 34
        elif before == 59:
            before = self.referred(k)
        self.examined += 1
        self.before = before
        self.quoted_before = before == 34 or before == 39
        return bits

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def referred(self, end: cython.Py_ssize_t) -> cython.int:
        """Return what the character reference that ends there stands for: a quotation mark, another delimiter as 60."""
        k: cython.Py_ssize_t = end - 2
        while k > 0 and end - k < 9 and (self.flags[self.data[k]] & _WORD or self.data[k] == 35):
            k -= 1
        self.examined += end - k
        if self.data[k] != 38 or end - k < 4:
            return 59
        if self.data[k + 1] == 113 or (self.data[k + 2] == 51 and self.data[k + 3] == 52):  # &quot; &#34;
            return 34
        return 60
