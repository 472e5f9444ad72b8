"""The scanner's hot loop: where a URI begins and ends in plain text (RFC 3986 Appendix C, RFC 2396 Appendix E).

One source, two speeds: this file and those of the classes below it (:mod:`._before` down to :mod:`._lines`)
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

from uri_extract.limits import MAX_AUTHORITY, MAX_REFERENCE, MAX_SCHEME
from uri_extract.scan import classes, rows
from uri_extract.uri import schemes

if cython.compiled:
    from cython.cimports.libc.string import memchr
    from cython.cimports.uri_extract.scan._before_c import Before
else:
    from uri_extract.scan._before import Before

_REST_WINDOW = cython.declare(cython.Py_ssize_t, schemes.REST_WINDOW)
_MAX_AUTHORITY = cython.declare(cython.Py_ssize_t, MAX_AUTHORITY)
_HOST = cython.declare(cython.int, schemes.HOST)
_MAX_LABELLED = cython.declare(cython.Py_ssize_t, 3 * MAX_SCHEME)
_ENDINGS = classes.scheme_endings()
_ROWS = cython.declare(cython.Py_ssize_t, rows.ROWS)
_WIDTH = cython.declare(cython.Py_ssize_t, rows.WIDTH)

_WORD = cython.declare(cython.int, classes.WORD)
_SPACE = cython.declare(cython.int, classes.SPACE)
_SLASHES = cython.declare(cython.int, schemes.SLASHES)
_PATH = cython.declare(cython.int, schemes.PATH)
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
class Kernel(Before):
    """Reads windows of bytes and writes rows (:mod:`uri_extract.scan.rows`).

    Call :meth:`load` with a window, then :meth:`scan` until it returns False; each time it returns, ``count`` rows
    stand in ``table`` and their pieces in ``pieces``. After that ``pos`` is how far the window was read; where
    ``need`` is set, the colon at ``pos`` must come again, with more behind it, and ``cost`` is what was looked at for
    nothing. ``low`` is where the last reference
    ended. ``examined`` counts every byte looked at, as often as it was; only what the pattern of a shape reads is left
    out (it stops at the next colon, :mod:`uri_extract.uri.schemes`).
    """

    def __init__(self, max_reference: int = MAX_REFERENCE) -> None:
        Before.__init__(self, max_reference)
        self.compiled = bool(cython.compiled)
        self.table = array("q", [0]) * (rows.ROWS * rows.WIDTH)
        self.row = self.table
        self.endings = _ENDINGS
        self.count = self.pos = self.cost = self.offset = 0
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
            if colon + 2 < size and data[colon + 1] != 47 and colon > 2 and self.plainly_none(colon):
                pos = colon + 1
                continue
            self.labelled = colon
            pos = self.tried(colon)
            if pos < 0:
                return False
        self.pos = pos
        return True

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def tried(self, anchor: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Decide about an anchor; return where to read on, -1 where it must come again with more behind it."""
        count: cython.Py_ssize_t = self.count
        low: cython.Py_ssize_t = self.low
        pos: cython.Py_ssize_t
        self.first = self.made
        self.cost = self.examined
        pos = self.candidate(anchor)
        if self.need:
            if not self.final:
                self.count = count
                self.made = self.first
                self.low = low
                self.pos = anchor
                self.cost = self.examined - self.cost
                return -1
            self.need = False
        return pos

    @cython.cfunc
    @cython.exceptval(check=False)
    def candidate(self, anchor: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write a row for the reference that ``anchor`` is in, if it is in one; return where to read on."""
        return self.reference(anchor)

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
        if following == 92 or self.flags[following] & _SPACE:
            return following == 10 and self.flags[data[colon + 2]] & _WORD != 0
        return colon - self.labelled > _MAX_LABELLED

    # -- one candidate ---------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def reference(self, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write a row for the reference whose scheme ends at ``colon``, if it is one; return where to read on."""
        i: cython.Py_ssize_t = colon + 1
        begin: cython.Py_ssize_t
        end: cython.Py_ssize_t
        whole: cython.Py_ssize_t
        made: cython.Py_ssize_t
        bits: cython.longlong
        believed: cython.bint
        following: cython.int = self.data[i] if i < self.size else self.peek(i)
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
        self.delimiter = 0
        self.printable = False
        if not self.kind and self.opener != 60:
            return i
        if following == 60:  # "news:<id@host>" in attributions: the brackets are the message's, not the reference's
            self.opener = 60
            self.add(begin, i)
            i += 1
            self.slashes = 0
            self.behind = i
        elif (
            i + 2 < self.size and following == 47 and self.data[i + 1] == 47
            and self.classes[self.data[i + 2]] and self.data[i + 2] != 61
        ):  # fmt: skip
            self.slashes = 2
            self.behind = begin
            i += 2
        else:
            i = self.hierarchy(i)
        if self.kind == _HOST and self.slashes == 2 and self.made == self.first:
            believed = self.usual_host(i, min(self.stop, i + _MAX_AUTHORITY)) > i or self.host(i)
        else:
            believed = self.believed(colon, i, bits)
        if not believed:
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
                if following == 60:  # what stands in the text ends with the bracket
                    self.low += 1
                    self.row[(self.count - 1) * _WIDTH + 1] = self.low
                return self.low
            self.made = made
            end = self.first_end
        if not self.kind or following == 60:
            self.made = self.first
            return colon + 1
        if self.cut >= 0:
            end = self.cut
        self.opener = 0
        whole = end
        end = self.bare(begin, i, end)
        if end == i or (end < whole and self.kind > _SLASHES and not self.fits(colon + 1, end)):
            # Punctuation was all there was, or what made it believed.
            self.made = self.first
            return colon + 1
        self.write(colon, end, bits)
        return end

    @cython.cfunc
    @cython.final
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
    @cython.final
    @cython.exceptval(check=False)
    def fits(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Tell whether what is left from ``i`` to ``end`` has the shape of the scheme's references."""
        if self.made > self.first or end > i + _REST_WINDOW or self.slashes:
            return True
        return schemes.rest_of(self.kind).match(self.window, i, end) is not None

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def write(self, colon: cython.Py_ssize_t, end: cython.Py_ssize_t, bits: cython.longlong) -> cython.void:
        """Write the candidate's row; the pieces since ``first`` are its own."""
        at: cython.Py_ssize_t = self.count * _WIDTH
        k: cython.Py_ssize_t
        for k in range(self.first, self.made - 1):
            if self.data[self.piece[2 * k + 1] - 1] == 45 and self.data[self.piece[2 * k + 1]] != 61:
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
