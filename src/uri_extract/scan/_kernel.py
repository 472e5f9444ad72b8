"""The scanner's hot loop: where a URI begins and ends in plain text (RFC 3986 Appendix C, RFC 2396 Appendix E).

One source, two speeds: this file and those of the classes below it (:mod:`._pieces` down to :mod:`._lines`)
run as they are, and the build compiles the same files under a second name (``_kernel_c`` ...). Their types stand in
annotations and in the ``.pxd`` files beside them.

The kernel hops from ``:`` to ``:``. Around each it looks back for a scheme and for what opens a reference (``<``,
``"``, ``URL:``), then forward, once, for its end: the token up to the first byte that no URI has, and behind a
bracket the pieces on further lines. What it finds are rows of integers; who does not ask gets no object.

Why it is linear: the search for ``:`` never goes back; a look-back ends at the ``:`` before; a scheme is believed or
not before its token is read, and a token that was read makes a row, behind which reading goes on; pieces behind a
bracket end at the next ``<`` or ``"``, and only those can open another bracket.

Why chunks do not matter: a decision uses bytes at a bounded distance before its anchor (``windows.LOOKBEHIND``), and
one that would see beyond the window is thrown away and taken again when there is more (``need``).
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
    from cython.cimports.libc.string import memchr
    from cython.cimports.uri_extract.scan._pieces_c import Pieces
else:
    from uri_extract.scan._pieces import Pieces

_MAX_SCHEME = cython.declare(cython.Py_ssize_t, MAX_SCHEME)
_REST_WINDOW = cython.declare(cython.Py_ssize_t, schemes.REST_WINDOW)
_MAX_LABELLED = cython.declare(cython.Py_ssize_t, 3 * MAX_SCHEME)
_HOST = cython.declare(cython.int, schemes.HOST)
_ENDINGS = classes.scheme_endings()
_ROWS = cython.declare(cython.Py_ssize_t, rows.ROWS)
_WIDTH = cython.declare(cython.Py_ssize_t, rows.WIDTH)
_SLOTS = cython.declare(cython.Py_ssize_t, classes.SLOTS)
_NAMES, _PLACES, _SHAPES = classes.scheme_slots()
_KINDS = classes.KINDS

_WORD = cython.declare(cython.int, classes.WORD)
_SCHEME = cython.declare(cython.int, classes.SCHEME)
_SPACE = cython.declare(cython.int, classes.SPACE)
_DIGIT = cython.declare(cython.int, classes.DIGIT)
_AUTHORITY = cython.declare(cython.int, schemes.AUTHORITY)
_SLASHES = cython.declare(cython.int, schemes.SLASHES)
_PATH = cython.declare(cython.int, schemes.PATH)
_NUMBER = cython.declare(cython.int, schemes.NUMBER)
_NEWSGROUP = cython.declare(cython.int, schemes.NEWSGROUP)
_ANGLE = cython.declare(cython.longlong, rows.ANGLE)
_QUOTE = cython.declare(cython.longlong, rows.QUOTE)
_PREFIX = cython.declare(cython.longlong, rows.PREFIX)
_HYPHEN = cython.declare(cython.longlong, rows.HYPHEN)
_ANOTHER = cython.declare(cython.longlong, rows.ANOTHER)
_BEYOND_ASCII = cython.declare(cython.longlong, rows.BEYOND_ASCII)
_WESTERN = cython.declare(cython.longlong, rows.BEYOND_ASCII | rows.WESTERN)
_ESCAPED = cython.declare(cython.longlong, rows.ESCAPED)
_TOO_LONG = cython.declare(cython.longlong, rows.TOO_LONG)


@cython.cclass
class Kernel(Pieces):
    """Reads windows of bytes and writes rows (:mod:`uri_extract.scan.rows`).

    Call :meth:`load` with a window, then :meth:`scan` until it returns False; each time it returns, ``count`` rows
    stand in ``table`` and their pieces in ``pieces``. After that ``pos`` is how far the window was read; where
    ``need`` is set, the colon at ``pos`` must come again, with more behind it, and ``cost`` is what was looked at for
    nothing. ``low`` is where the last reference
    ended. ``examined`` counts every byte looked at, as often as it was; only what the pattern of a shape reads is left
    out (it stops at the next colon, :mod:`uri_extract.uri.schemes`).
    """

    def __init__(self, max_reference: int = MAX_REFERENCE) -> None:
        Pieces.__init__(self, max_reference)
        self.compiled = bool(cython.compiled)
        self.table = array("q", bytes(8 * rows.ROWS * rows.WIDTH))
        self.row = self.table
        self.names = _NAMES
        self.endings = _ENDINGS
        self.places = array("i", _PLACES)
        self.shapes = array("i", _SHAPES)
        self.count = self.pos = self.low = self.cost = 0
        self.load(b"", 0, 0, False)

    def load(self, window: bytes, pos: int, low: int, final: bool) -> None:
        """Take a window; read it from ``pos`` on; no reference begins before ``low``; ``final``: nothing follows."""
        self.window = window
        self.data = window
        self.size = len(window)
        self.pos = pos
        self.low = low
        self.final = final
        self.need = False
        self.square_end = self.curly_end = 0
        self.labelled = pos

    def scan(self) -> bool:
        """Write the next rows; False when the window is read as far as it can be."""
        data: cython.p_const_uchar = self.data
        size: cython.Py_ssize_t = self.size
        pos: cython.Py_ssize_t = self.pos
        colon: cython.Py_ssize_t
        count: cython.Py_ssize_t
        low: cython.Py_ssize_t
        self.count = self.made = 0
        while self.count < _ROWS and self.made < _ROWS:
            if pos < size and data[pos] == 58:  # a row of colons costs a comparison each, not a call
                colon = pos
            elif cython.compiled:
                found: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + pos, 58, size - pos))
                colon = found - data if found != cython.NULL else size
            else:
                colon = self.window.find(b":", pos)
                if colon < 0:
                    colon = size
            self.examined += colon - pos + 1
            if colon == size:
                self.pos = size
                return False
            if colon + 2 < size and colon > 2 and self.plainly_none(colon):
                pos = colon + 1
                continue
            self.labelled = colon
            self.first = self.made
            count = self.count
            low = self.low
            self.cost = self.examined
            pos = self.reference(colon)
            if self.need:
                if not self.final:
                    self.count = count
                    self.made = self.first
                    self.low = low
                    self.pos = colon
                    self.cost = self.examined - self.cost
                    return False
                self.need = False
        self.pos = pos
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.inline
    def plainly_none(self, colon: cython.Py_ssize_t) -> cython.bint:
        """Tell whether the colon is one of the many that a look at the bytes beside it turns down.

        A blank and a word stand behind it; or no known scheme ends in the letters before it, and nothing stands behind
        it that an unknown one in ``<...>`` would have there, and no "URL:" can stand near before it.
        """
        data: cython.p_const_uchar = self.data
        following: cython.int = data[colon + 1]
        ends: cython.int
        if following == 32:
            return not self.flags[data[colon + 2]] & _SPACE
        ends = ((data[colon - 3] & 31) << 10) | ((data[colon - 2] & 31) << 5) | (data[colon - 1] & 31)
        if self.endings[ends >> 3] & (1 << (ends & 7)):
            return False
        if following == 47 or following == 92 or self.flags[following] & _SPACE:
            return following == 10 and self.flags[data[colon + 2]] & _WORD != 0
        return colon - self.labelled > _MAX_LABELLED

    # -- looking back ----------------------------------------------------------------------------------------------

    @cython.cfunc
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
        if colon > self.low + 5 and (data[colon - 1] == 112 or data[colon - 1] == 115):  # "http", "https" by itself
            i = colon - 4 if data[colon - 1] == 112 else colon - 5
            if (
                data[i] == 104 and data[i + 1] == 116 and data[i + 2] == 116 and data[i + 3] == 112
                and data[i - 1] < 0x80 and not flags[data[i - 1]] & _SCHEME and data[i - 1] != 95 and data[i - 1] != 92
            ):  # fmt: skip
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
        self.examined += self.start - i + 1
        if k > 0:
            self.before = data[k - 1]
            self.quoted_before = self.before == 34 or self.before == 39
        if i > 0 and data[i - 1] == 60:
            self.opener = 60
        elif self.before == 34:
            self.opener = 34
        return bits

    # -- one candidate ---------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    def reference(self, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write a row for the reference whose scheme ends at ``colon``, if it is one; return where to read on."""
        i: cython.Py_ssize_t = colon + 1
        begin: cython.Py_ssize_t
        end: cython.Py_ssize_t
        made: cython.Py_ssize_t
        bits: cython.longlong
        following: cython.int = self.peek(i)
        if not self.classes[following] and (
            # "word: text" is no reference; "<http:" at a line's end may be.
            following != 92
            and following != 60
            and (not self.flags[following] & _SPACE or (following == 32 and not self.flags[self.peek(i + 1)] & _SPACE))
        ):
            return i
        begin = self.scheme(colon)
        if begin < 0 or (following == 60 and self.kind != _NEWSGROUP):
            return i
        bits = self.look_back()
        if not self.kind and self.opener != 60:
            return i
        if following == 60:  # "news:<id@host>" in attributions: the brackets are the message's, not the reference's
            self.opener = 60
            self.add(begin, i)
            i += 1
            self.slashes = 0
            self.behind = i
        elif i + 2 < self.size and following == 47 and self.data[i + 1] == 47 and self.classes[self.data[i + 2]]:
            self.slashes = 2
            self.behind = begin
            i += 2
        else:
            i = self.hierarchy(i)
        if not self.believed(colon, i, bits):
            self.made = self.first
            return colon + 1
        begin = self.behind
        end = self.read(i)
        if end >= self.start + self.max_reference:
            self.made = self.first
            self.write(colon, end, _TOO_LONG)
            return end
        if self.opener and end < self.size:
            made = self.made
            end = self.enclosed(begin, end)
            if end >= 0:
                bits |= _ANGLE if self.opener == 60 else _QUOTE
                self.write(colon, end, bits)
                return end
            self.made = made
            end = self.first_end
        if not self.kind or following == 60:
            self.made = self.first
            return colon + 1
        if self.cut >= 0:
            end = self.cut
        self.opener = 0
        end = self.bare(begin, i, end)
        if end == i:  # punctuation was all there was
            self.made = self.first
            return colon + 1
        self.write(colon, end, bits)
        return end

    @cython.cfunc
    @cython.exceptval(check=False)
    def believed(self, colon: cython.Py_ssize_t, i: cython.Py_ssize_t, bits: cython.longlong) -> cython.bint:
        """Tell whether ``scheme:`` with what stands behind it at ``i`` is a reference, before reading all of it."""
        if self.kind <= _SLASHES:
            if self.slashes == 2 and self.kind == _SLASHES:
                return self.classes[self.peek(i)] != 0
            if self.slashes == 2:
                # In white space a break behind the slashes takes a host with a dot to bridge.
                return self.host(i) and (self.made == self.first or self.opener or self.dotted(i))
            # Any scheme is believed in "<URL:scheme:...>", and no other without a shape of its own.
            return not self.kind and bits & _PREFIX and self.classes[self.peek(i)] != 0
        # "mailto://ada@example.org" is written and meant, so what follows the slashes is judged; a path has them.
        if self.slashes < 2 and self.data[i - 1] == 60:
            pass
        elif self.made == self.first and (self.slashes < 2 or self.kind == _PATH):
            i = colon + 1
        if i + _REST_WINDOW > self.size:
            self.need = True
        return schemes.rest_of(self.kind).match(self.window, i, i + _REST_WINDOW) is not None

    @cython.cfunc
    @cython.exceptval(check=False)
    def write(self, colon: cython.Py_ssize_t, end: cython.Py_ssize_t, bits: cython.longlong) -> cython.void:
        """Write the candidate's row; the pieces since ``first`` are its own."""
        at: cython.Py_ssize_t = self.count * _WIDTH
        k: cython.Py_ssize_t
        for k in range(self.first, self.made - 1):
            if self.data[self.piece[2 * k + 1] - 1] == 45:
                bits |= _HYPHEN
        if self.made > self.first and self.piece[2 * self.made - 1] != end:
            bits |= _ANOTHER
        if self.beyond_ascii:
            bits |= _WESTERN if self.western else _BEYOND_ASCII
        if self.escaped:
            bits |= _ESCAPED
        self.row[at] = self.start
        self.row[at + 1] = end
        self.row[at + 2] = colon
        self.row[at + 3] = bits
        self.row[at + 4] = self.first
        self.row[at + 5] = self.made - self.first
        self.count += 1
        self.low = end
