"""The scanner's hot loop: where a URI begins and ends in plain text (RFC 3986 Appendix C, RFC 2396 Appendix E).

One source, two speeds: this file and the two below it (:mod:`._token`, :mod:`._lines`) run as they are, and the build
compiles the same files under a second name (``_kernel_c`` ...). Types stand in annotations and in ``.pxd`` files.

The kernel hops from ``:`` to ``:``. Around each it looks back for a scheme and for what opens a reference (``<``,
``"``, ``URL:``), then forward, once, for its end: the token up to the first byte that no URI has, and behind a
bracket the pieces on further lines. What it finds are rows of integers; who does not ask gets no object.

Why it is linear: the search for ``:`` never goes back; a look-back ends at the ``:`` before; a scheme is believed or
not before its token is read, and a token that was read makes a row, behind which reading goes on; pieces behind a
bracket end at the next ``<`` or ``"``, and only those can open another bracket.

Why chunks do not matter: a decision uses bytes at a bounded distance before its anchor (:data:`LOOKBEHIND`), and one
that would see beyond the window is thrown away and taken again when there is more (``need``).
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.limits import MAX_LINE_BEFORE, MAX_PIECES, MAX_REFERENCE, MAX_SCHEME
from uri_extract.scan import classes, rows
from uri_extract.uri import schemes

if cython.compiled:
    from cython.cimports.libc.string import memchr
    from cython.cimports.uri_extract.scan._token_c import Token

    from uri_extract.scan._wraps_c import goes_on
else:
    from uri_extract.scan._token import Token
    from uri_extract.scan._wraps import goes_on

#: Bytes before ``pos`` that a later window must still hold.
LOOKBEHIND = MAX_LINE_BEFORE + 4 * MAX_SCHEME

_MAX_PIECES = cython.declare(cython.Py_ssize_t, MAX_PIECES)
_MAX_SCHEME = cython.declare(cython.Py_ssize_t, MAX_SCHEME)
_REST_WINDOW = cython.declare(cython.Py_ssize_t, schemes.REST_WINDOW)
_ROWS = cython.declare(cython.Py_ssize_t, rows.ROWS)
_SLOTS = cython.declare(cython.Py_ssize_t, classes.SLOTS)
_NAMES, _PLACES, _SHAPES = classes.scheme_slots()
_KINDS = classes.KINDS

_WORD = cython.declare(cython.int, classes.WORD)
_SCHEME = cython.declare(cython.int, classes.SCHEME)
_SPACE = cython.declare(cython.int, classes.SPACE)
_DIGIT = cython.declare(cython.int, classes.DIGIT)
_AUTHORITY = cython.declare(cython.int, schemes.AUTHORITY)
_SLASHES = cython.declare(cython.int, schemes.SLASHES)
_NUMBER = cython.declare(cython.int, schemes.NUMBER)
_ANGLE = cython.declare(cython.longlong, rows.ANGLE)
_QUOTE = cython.declare(cython.longlong, rows.QUOTE)
_PREFIX = cython.declare(cython.longlong, rows.PREFIX)
_HYPHEN = cython.declare(cython.longlong, rows.HYPHEN)
_ANOTHER = cython.declare(cython.longlong, rows.ANOTHER)
_BEYOND_ASCII = cython.declare(cython.longlong, rows.BEYOND_ASCII)
_TOO_LONG = cython.declare(cython.longlong, rows.TOO_LONG)


@cython.cclass
class Kernel(Token):
    """Reads windows of bytes and writes rows (:mod:`uri_extract.scan.rows`).

    Call :meth:`load` with a window, then :meth:`scan` until it returns False; each time it returns, ``count`` rows
    stand in ``table`` and their pieces in ``pieces``. After that ``pos`` is how far the window was read; where
    ``need`` is set, the colon at ``pos`` must come again, with more behind it. ``low`` is where the last reference
    ended. ``examined`` counts every byte looked at, as often as it was.
    """

    def __init__(self, max_reference: int = MAX_REFERENCE) -> None:
        Token.__init__(self, max_reference)
        self.compiled = bool(cython.compiled)
        self.table = array("q", bytes(8 * rows.ROWS * rows.WIDTH))
        self.pieces = array("q", bytes(16 * (rows.ROWS + 2 * MAX_PIECES)))
        self.row = self.table
        self.piece = self.pieces
        self.names = _NAMES
        self.places = array("i", _PLACES)
        self.shapes = array("i", _SHAPES)
        self.count = self.made = self.pos = self.low = 0
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
            self.first = self.made
            count = self.count
            low = self.low
            pos = self.reference(colon)
            if self.need:
                if not self.final:
                    self.count = count
                    self.made = self.first
                    self.low = low
                    self.pos = colon
                    return False
                self.need = False
        self.pos = pos
        return True

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
        while i > low and flags[data[i - 1]] & _SCHEME:
            i -= 1
        self.examined += colon - i
        if colon - i > _MAX_SCHEME:
            return -1
        if i > self.low and data[i - 1] == 95:  # "_" makes it part of another word
            return -1
        if i > self.low and data[i - 1] == 92:  # in source code "\nhttp://" has no scheme "nhttp"
            i += 1
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
        self.begin(i)
        self.kind = kind
        return i

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
        data: cython.p_const_uchar = self.data
        i: cython.Py_ssize_t = colon + 1
        begin: cython.Py_ssize_t
        end: cython.Py_ssize_t
        made: cython.Py_ssize_t
        bits: cython.longlong
        following: cython.int = self.peek(i)
        if not self.classes[following] and not self.flags[following] & _SPACE:
            return i
        begin = self.scheme(colon)
        if begin < 0:
            return i
        bits = self.look_back()
        if not self.kind and self.opener != 60:
            return i
        i = self.hierarchy(i)
        if not self.believed(colon, i, bits):
            self.made = self.first
            return colon + 1
        if self.made > self.first:
            begin = i
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
            end = self.closed_by
        if not self.kind:
            self.made = self.first
            return colon + 1
        if self.cut >= 0:
            end = self.cut
        self.opener = 0
        end = self.bare(begin, i, end)
        if end == i and self.slashes == 2:
            self.made = self.first
            return colon + 1
        self.write(colon, end, bits)
        return end

    @cython.cfunc
    @cython.exceptval(check=False)
    def hierarchy(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return what stands behind ``scheme://`` or ``scheme:``; a break may stand before or behind the slashes."""
        j: cython.Py_ssize_t
        begin: cython.Py_ssize_t = self.start
        following: cython.int
        self.slashes = 0
        while True:
            following = self.peek(i)
            if following == 47 and self.slashes < 2:
                self.slashes += 1
                i += 1
                continue
            if not self.flags[following] & _SPACE or not (self.slashes or self.opener) or self.made - self.first > 2:
                return i
            j = self.gap(i, self.opener != 0)
            if j < 0 or (self.slashes == 1 and self.data[j] != 47) or not (self.broke or self.opener == 60):
                return i
            self.add(begin, i)
            begin = i = j

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
        if self.made == self.first:
            i = colon + 1
        if i + _REST_WINDOW > self.size:
            self.need = True
        return schemes.rest_fits(self.kind, self.window[i : i + _REST_WINDOW])

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

        ``closed_by`` is then where the first piece ends.
        """
        data: cython.p_const_uchar = self.data
        closer: cython.int = 62 if self.opener == 60 else 34
        cut: cython.Py_ssize_t = self.cut
        blanks: cython.int = 0
        j: cython.Py_ssize_t
        last: cython.int
        self.closed_by = end
        while end < self.stop and self.made - self.first < _MAX_PIECES:
            if data[end] == closer:
                if blanks and self.made - self.first > blanks:
                    break
                if self.made > self.first:
                    self.add(begin, end)
                return end
            if not self.flags[data[end]] & _SPACE:
                break
            j = self.gap(end, True)
            if j < 0 or j >= self.stop:
                break
            if data[j] == closer:
                if self.made > self.first:
                    self.add(begin, end)
                return end
            if not self.classes[data[j]]:
                break
            last = data[end - 1]
            if last != 47 and last != 61 and last != 42 and last != 63 and self.another(j):  # a list of references
                break
            if closer == 34:
                if not self.broke:  # one blank is a slip, and ignored (Appendix C); several are prose
                    blanks += 1
                    if blanks > 1 or end <= self.host_end:
                        break
                elif not self.breakable(end, j):
                    break
            if self.broke and last == 42 and data[end - 2] == 42:  # Gmail marks the breaks it makes
                self.add(begin, end - 2)
            elif self.broke and last == 61 and not self.query:  # a soft break that quoted-printable left behind
                self.add(begin, end - 1)
            else:
                self.add(begin, end)
            begin = j
            end = self.read(j)
            self.cut = cut
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
        last: cython.int
        trimmed: cython.Py_ssize_t
        j: cython.Py_ssize_t
        verdict: cython.int
        while True:
            trimmed = self.trim(floor, end)
            if end >= self.size or not self.flags[data[end]] & _SPACE or self.made - self.first >= _MAX_PIECES:
                break
            # Behind ".", "?" and "-" a line may break; other punctuation has ended the reference.
            last = data[trimmed] if end > trimmed else 46
            if end - trimmed > 1 or (last != 46 and last != 63 and last != 45):
                break
            j = self.gap(end, False)
            if j < 0 or not self.broke:
                break
            verdict = goes_on(self.window, authority, self.host_end, end, j, line if line >= 0 else self.line, self.before)
            self.examined += 2 * min(self.size - j, 80)
            if verdict < 0:
                self.need = True
                verdict = -1 - verdict
            if verdict == 0 or (verdict == 1 and self.made > self.first):
                break
            self.add(begin, end)
            begin = floor = line = j
            while data[line - 1] != 10:
                line -= 1
            end = self.read(j)
            if verdict == 1:
                self.add(j, self.trim(j, end))
                return trimmed
        if self.made > self.first:
            self.add(begin, trimmed)
        return trimmed

    @cython.cfunc
    @cython.exceptval(check=False)
    def add(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.void:
        """Write a piece."""
        self.piece[2 * self.made] = start
        self.piece[2 * self.made + 1] = end
        self.made += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def write(self, colon: cython.Py_ssize_t, end: cython.Py_ssize_t, bits: cython.longlong) -> cython.void:
        """Write the candidate's row; the pieces since ``first`` are its own."""
        at: cython.Py_ssize_t = self.count * rows.WIDTH
        k: cython.Py_ssize_t
        for k in range(self.first, self.made - 1):
            if self.data[self.piece[2 * k + 1] - 1] == 45:
                bits |= _HYPHEN
        if self.made > self.first and self.piece[2 * self.made - 1] != end:
            bits |= _ANOTHER
        if self.beyond_ascii:
            bits |= _BEYOND_ASCII
        self.row[at] = self.start
        self.row[at + 1] = end
        self.row[at + 2] = colon
        self.row[at + 3] = bits
        self.row[at + 4] = self.first
        self.row[at + 5] = self.made - self.first
        self.count += 1
        self.low = end
