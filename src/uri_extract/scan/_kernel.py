# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""The scanner's hot loop: where a URI begins and ends in plain text (RFC 3986 Appendix C, RFC 2396 Appendix E).

One source, two speeds: this file, those of the classes below it (:mod:`._usual`, :mod:`._scheme_finder`,
:mod:`._bare`, :mod:`._enclosed`, :mod:`._wrapped`, :mod:`._token`, :mod:`._ends`, :mod:`._text`) and of the functions
that they call run as they are, and the build compiles the same files under a second name (``_kernel_c`` ...). Their
types are in annotations and in the ``.pxd`` files beside them.

The kernel searches for ``:``. Before each colon it looks for a scheme and an opening delimiter (``<``, ``"``,
``URL:``); after it, once, for the end of the reference: the token up to the first byte that is in no URI, and after an
opening bracket the pieces on further lines. It writes rows of integers; objects are made of them only on demand.

Why it is linear: the search for ``:`` never goes back; looking back ends at the previous ``:``; a scheme is accepted or
rejected before the token after it is read, and a token that was read becomes a row, after which reading continues;
pieces after a bracket end at the next ``<`` or ``"``, and only these can open another bracket.

Why chunks do not matter: a decision uses bytes at a bounded distance before its anchor (``windows.LOOKBEHIND``). If it
depends on bytes after the window (``need``), it is dropped and made again when there are more.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan.classes import DEFANGED_SCHEMES, scheme_endings
from uri_extract.uri.schemes import rest_of

if cython.compiled:
    from cython.cimports.libc.string import memchr
    from cython.cimports.uri_extract import limits
    from cython.cimports.uri_extract.scan import classes, rows
    from cython.cimports.uri_extract.scan._declarations_c import is_declared
    from cython.cimports.uri_extract.scan._line_breaks_c import division_end, is_encoded_equals
    from cython.cimports.uri_extract.scan._lookahead_c import has_dot
    from cython.cimports.uri_extract.scan._usual_c import UsualReference
    from cython.cimports.uri_extract.uri import schemes
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._ascii import (
        APOSTROPHE, BACKSLASH, COLON, DOT, EQUALS, HYPHEN, LEFT_PAREN, LESS_THAN, LINE_FEED, QUOTATION_MARK, SEMICOLON,
        SLASH, SPACE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes, rows
    from uri_extract.scan._declarations import is_declared
    from uri_extract.scan._line_breaks import division_end, is_encoded_equals
    from uri_extract.scan._lookahead import has_dot
    from uri_extract.scan._usual import UsualReference
    from uri_extract.uri import schemes

_MAX_LABELLED = cython.declare(cython.Py_ssize_t, 3 * limits.MAX_SCHEME)
# A bit for the last three letters of each known scheme; the same for schemes that do not require slashes.
_ENDING_BYTES = scheme_endings(0)
_OPAQUE_ENDING_BYTES = scheme_endings(schemes.SLASHES)
if cython.compiled:
    _ENDINGS = cython.declare(cython.p_const_uchar, _ENDING_BYTES)
    _OPAQUE_ENDINGS = cython.declare(cython.p_const_uchar, _OPAQUE_ENDING_BYTES)
else:
    _ENDINGS = _ENDING_BYTES
    _OPAQUE_ENDINGS = _OPAQUE_ENDING_BYTES
_URL = cython.declare(cython.int, (ord("u") & 31) << 10 | (ord("r") & 31) << 5 | ord("l") & 31)

_WESTERN = cython.declare(cython.longlong, rows.BEYOND_ASCII | rows.WESTERN)


@cython.cclass
class Kernel(UsualReference):
    """Reads windows of bytes and writes rows (:mod:`uri_extract.scan.rows`).

    Call :meth:`load` with a window, then :meth:`scan` until it returns False; each time it returns, ``count`` rows are
    in ``table`` and their pieces in ``pieces``. Afterwards ``pos`` is where reading ended; if ``need`` is set, the
    colon at ``pos`` must be passed again with more bytes after it, and ``cost`` is the number of bytes examined in
    vain. ``low`` is where the last reference ended. ``examined`` counts each byte as often as it was examined,
    except by the pattern of a scheme's syntax (it stops at the next colon, :mod:`uri_extract.uri.schemes`).
    """

    def __init__(self, max_reference: int = limits.MAX_REFERENCE) -> None:
        UsualReference.__init__(self, max_reference)
        self.compiled = bool(cython.compiled)
        self.table = array("q", [0]) * (rows.ROWS * rows.WIDTH)
        self.row = self.table
        self.count = self.pos = self.cost = self.offset = 0
        self.load(b"", 0, 0, False)

    def load(self, window: bytes, pos: int, low: int, final: bool) -> None:
        """Set the window, read from ``pos`` on; no reference begins before ``low``; ``final``: it is the last one."""
        self.window = window
        self.data = window
        self.size = len(window)
        self.pos = pos
        self.low = low
        self.final = final
        self.need = False
        self.bracket_begin = self.bracket_end = self.brace_begin = self.brace_end = 0
        self.labelled = pos

    def scan(self) -> bool:
        """Write the next rows; return False if the rest of the window has none, or needs more bytes."""
        data: cython.p_const_uchar = self.data
        size: cython.Py_ssize_t = self.size
        pos: cython.Py_ssize_t = self.pos
        colon: cython.Py_ssize_t
        self.count = self.made = 0
        while self.count < rows.ROWS and self.made < rows.ROWS:
            if pos < size and data[pos] == COLON:  # consecutive colons cost a comparison, not a call
                colon = pos
            elif cython.compiled:
                found: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + pos, COLON, size - pos))
                colon = found - data if found != cython.NULL else size
            else:
                colon = self.window.find(b":", pos)
                if colon < 0:
                    colon = size
            self.examined += colon - pos + 1
            if colon == size:
                self.pos = size
                return False
            if colon + 2 < size and data[colon + 1] != SLASH and colon > 2 and self.cannot_be_scheme(colon):
                pos = colon + 1
                continue
            pos = self.usual(colon)
            if pos < 0:
                pos = self.try_at(colon)
            if pos < 0:
                return False
        self.pos = pos
        return True

    @cython.final
    def usual(self, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write a row for the reference whose scheme ends at ``colon`` and return its end; -1 if it is not usual."""
        end: cython.Py_ssize_t = self.usual_end(colon)
        if end >= 0:
            self.first = self.made
            self.write(colon, end, rows.ANGLE if self.opener == LESS_THAN else rows.QUOTE if self.opener else 0)
        return end

    @cython.final
    def try_at(self, anchor: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Try the candidate at ``anchor``; return where to continue, -1 if more bytes after it are needed."""
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

    def candidate(self, anchor: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write a row for the reference around ``anchor``, if there is one; return where to continue."""
        return self.reference(anchor)

    def cannot_be_scheme(self, colon: cython.Py_ssize_t) -> cython.bint:
        """Return True if the bytes beside the colon rule out a reference, as they do for most colons.

        No slash follows the colon. A reference is ruled out if a blank and a word follow; or if the letters before it
        end no known scheme that allows the next byte, an unknown scheme in ``<...>`` does not allow it either, and no
        "URL:" is shortly before it.
        """
        data: cython.p_const_uchar = self.data
        following: cython.int = data[colon + 1]
        ends: cython.int = ((data[colon - 3] & 31) << 10) | ((data[colon - 2] & 31) << 5) | (data[colon - 1] & 31)
        blank: cython.bint = (self.flags[following] & classes.SPACE != 0) | (following == BACKSLASH)
        words: cython.bint = (following == SPACE) & (self.flags[data[colon + 2]] & classes.SPACE == 0)
        known: cython.bint = _OPAQUE_ENDINGS[ends >> 3] >> (ends & 7) & 1
        far: cython.bint = colon - self.labelled > _MAX_LABELLED
        # One branch that is nearly always taken costs less than several unpredictable ones.
        if (words | (far & (not blank) & (not known))) & (ends != _URL):
            return True
        if ends == _URL:
            self.labelled = colon
        if ends == _URL or not blank or _ENDINGS[ends >> 3] & (1 << (ends & 7)):
            return False
        if following == LINE_FEED and self.flags[data[colon + 2]] & classes.WORD:
            return True
        return far and not self.is_opened(colon)

    def is_opened(self, colon: cython.Py_ssize_t) -> cython.bint:
        """Return True if "<", or ";" as in "&lt;", is before the word that ends at the colon."""
        data: cython.p_const_uchar = self.data
        low: cython.Py_ssize_t = max(0, colon - limits.MAX_SCHEME - 1)
        i: cython.Py_ssize_t = colon
        while i > low and self.flags[data[i - 1]] & classes.SCHEME:
            i -= 1
        self.examined += colon - i
        return i > 0 and (data[i - 1] == LESS_THAN or data[i - 1] == SEMICOLON)

    # -- one candidate ---------------------------------------------------------------------------------------------

    @cython.final
    def reference(self, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write a row for the reference whose scheme ends at ``colon``, if there is one; return where to continue."""
        i: cython.Py_ssize_t = colon + 1
        begin: cython.Py_ssize_t
        end: cython.Py_ssize_t
        whole: cython.Py_ssize_t
        made: cython.Py_ssize_t
        bits: cython.longlong
        accepted: cython.bint
        following: cython.int = self.data[i] if i < self.size else self.peek(i)
        if not self.classes[following] and (
            # "word: text" is not a reference; "<http:" at a line's end may be.
            following != BACKSLASH
            and following != LESS_THAN
            and (
                not self.flags[following] & classes.SPACE
                or (following == SPACE and not self.flags[self.peek(i + 1)] & classes.SPACE)
            )
        ):
            return i
        begin = self.scheme(colon)
        if begin < 0 or (following == LESS_THAN and self.scheme_syntax != schemes.NEWSGROUP):
            return i
        bits = self.look_back()
        self.delimiter = 0
        self.printable = False
        if not self.scheme_syntax and self.opener != LESS_THAN:
            return i
        if following == LESS_THAN:  # "news:<id@host>" in attributions: the brackets belong to the Message-ID
            self.opener = LESS_THAN
            self.add(begin, i)
            i += 1
            self.slashes = 0
            self.last_begin = i
        elif (
            i + 2 < self.size and following == SLASH and self.data[i + 1] == SLASH
            and self.classes[self.data[i + 2]] and self.data[i + 2] != EQUALS
        ):  # fmt: skip
            self.slashes = 2
            self.last_begin = begin
            i += 2
        else:
            i = self.hierarchy(i)
        if self.scheme_syntax == schemes.HOST and self.slashes == 2 and self.made == self.first:
            accepted = self.usual_host(i, min(self.stop, i + limits.MAX_AUTHORITY)) > i or self.host(i)
            if self.glued and accepted:
                accepted = self.has_path(i)
        else:
            accepted = self.accepted(colon, i, bits)
        if not accepted:
            self.made = self.first
            return colon + 1
        begin = self.last_begin
        if self.escaped and following == BACKSLASH:
            self.stop = self.pattern_end(i)
        end = self.read(i)
        if end >= self.start + self.max_reference:
            self.made = self.first
            self.write(colon, end, rows.TOO_LONG)
            return end
        if self.opener and end < self.size:
            made = self.made
            end = self.enclosed(begin, end)
            if end >= 0:
                bits |= rows.ANGLE if self.opener == LESS_THAN else rows.QUOTE
                self.write(colon, end, bits | (rows.PARTIAL if self.is_partial(end) else 0))
                if following == LESS_THAN:  # the row includes the bracket
                    self.low += 1
                    self.row[(self.count - 1) * rows.WIDTH + 1] = self.low
                return self.low
            self.made = made
            end = self.first_end
        if not self.scheme_syntax or following == LESS_THAN:
            self.made = self.first
            return colon + 1
        if self.cut >= 0:
            end = self.cut
        self.opener = 0
        whole = end
        end = self.bare(begin, i, end)
        if self.glued:
            end = self.without_bracket(end)
        if (
            end == i
            or (self.scheme_syntax > schemes.SLASHES and not self.fits(colon + 1, end, whole))
            or (self.before == UNDERSCORE and self.is_in_word(end))
            or (end == i + 3 and end < whole and self.data[end] == DOT and self.window[i:end] == b"www")
        ):
            # Nothing but punctuation followed, or what its scheme requires was trimmed; "_" is part of a word;
            # "http://www." is a beginning that its author never completed.
            self.made = self.first
            return colon + 1
        if self.is_partial(end if self.made > self.first else whole):
            bits |= rows.PARTIAL
        if self.beyond_ascii:
            end = self.before_word(end)
        self.write(colon, end, bits)
        return end

    @cython.final
    def accepted(self, colon: cython.Py_ssize_t, i: cython.Py_ssize_t, bits: cython.longlong) -> cython.bint:
        """Return True if the bytes at ``i`` may follow the scheme; the rest of the reference is not read yet."""
        if self.glued and (self.scheme_syntax != schemes.HOST or self.slashes < 2):
            return False
        if self.scheme_syntax <= schemes.SLASHES:
            if self.slashes == 2 and self.scheme_syntax == schemes.SLASHES:
                # In white space nothing shows that a word after a line break belongs to such a scheme.
                return self.classes[self.peek(i)] != 0 and (self.made == self.first or self.opener != 0)
            if self.slashes == 2:
                if not self.scheme_syntax and self.window[self.start : colon].lower() in DEFANGED_SCHEMES:
                    return False
                # In white space a reference broken at the slashes continues only if its host has a dot.
                return self.host(i) and (
                    self.has_path(i) if self.glued
                    else self.made == self.first or self.opener or has_dot(self, i, self.host_end)
                )  # fmt: skip
            # Any scheme is accepted in "<URL:scheme:...>"; else only those whose syntax is known.
            return not self.scheme_syntax and bits & rows.PREFIX and self.classes[self.peek(i)] != 0
        # People write "mailto://ada@example.org": the text after the slashes must match. A path includes them.
        if self.slashes < 2 and self.data[i - 1] == LESS_THAN:
            pass
        elif self.made == self.first and (self.slashes < 2 or self.scheme_syntax == schemes.PATH):
            i = colon + 1
        if i + schemes.REST_WINDOW > self.size:
            self.need = True
        if rest_of(self.scheme_syntax).match(self.window, i, i + schemes.REST_WINDOW) is None:
            return False
        return self.scheme_syntax != schemes.NUMBER or bits & rows.PREFIX or not self.is_label(colon)

    @cython.final
    def fits(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t, whole: cython.Py_ssize_t) -> cython.bint:
        """Return True if the trimmed reference, from ``i`` to ``end``, has the syntax of its scheme.

        ``whole`` is its end before trimming. If a backslash is there, :meth:`accepted` matched more than that.
        """
        was_seen: cython.bint = end == whole and (end == self.size or self.data[end] != BACKSLASH)
        if was_seen or self.made > self.first or end > i + schemes.REST_WINDOW or self.slashes:
            return True
        return rest_of(self.scheme_syntax).match(self.window, i, end) is not None

    def write(self, colon: cython.Py_ssize_t, end: cython.Py_ssize_t, bits: cython.longlong) -> cython.void:
        """Write the candidate's row; the pieces since ``first`` are its own."""
        at: cython.Py_ssize_t = self.count * rows.WIDTH
        k: cython.Py_ssize_t
        stop: cython.Py_ssize_t
        if self.made > self.first:
            for k in range(self.first, self.made - 1):
                stop = self.piece[2 * k + 1]
                if (self.data[stop - 1] == HYPHEN and self.data[stop] != EQUALS) or division_end(self, stop) > 0:
                    bits |= rows.HYPHEN
            if self.piece[2 * self.made - 1] != end:
                bits |= rows.ANOTHER
            elif not bits & rows.DELIMITERS:
                bits |= cython.cast(cython.longlong, self.confidence) << rows.CONFIDENCE
        if self.beyond_ascii:
            bits |= _WESTERN if self.western else rows.BEYOND_ASCII
        bits |= self.escaped
        if bits & rows.DELIMITERS == rows.QUOTE and self.start > 4 and is_encoded_equals(self, self.start - 4):
            bits |= rows.QUOTED
        if (
            self.start > self.low
            and self.data[self.start - 1] in (EQUALS, QUOTATION_MARK, APOSTROPHE, LEFT_PAREN)
            and not bits & rows.TOO_LONG
            and is_declared(self, self.low, self.start)
        ):
            bits |= rows.NAME
        self.row[at] = self.start
        self.row[at + 1] = end
        self.row[at + 2] = colon
        self.row[at + 3] = bits
        self.row[at + 4] = self.first
        self.row[at + 5] = self.made - self.first
        self.count += 1
        self.low = end
