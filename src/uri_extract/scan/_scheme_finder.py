# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Find the scheme before a colon (RFC 3986 §3.1), and the opening delimiter before the scheme (Appendix C)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan.classes import SCHEME_SYNTAX

if cython.compiled:
    from cython.cimports.uri_extract import limits
    from cython.cimports.uri_extract.scan import classes, rows
    from cython.cimports.uri_extract.scan._addresses_c import is_global_number
    from cython.cimports.uri_extract.scan._bare_c import BareReference
    from cython.cimports.uri_extract.scan._line_breaks_c import before_marks
    from cython.cimports.uri_extract.scan._lookahead_c import has_dot
    from cython.cimports.uri_extract.scan._text_c import Text
    from cython.cimports.uri_extract.uri import schemes
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._ascii import (
        AMPERSAND, APOSTROPHE, ASTERISK, BACKSLASH, COLON, DIGIT_3, DIGIT_4, ESCAPE, GREATER_THAN, HYPHEN, LEFT_BRACKET,
        LEFT_PAREN, LESS_THAN, NUMBER_SIGN, PLUS, QUOTATION_MARK, SEMICOLON, SLASH, SMALL_A, SMALL_F, SMALL_H,
        SMALL_I, SMALL_L, SMALL_P, SMALL_Q, SMALL_R, SMALL_S, SMALL_T, SMALL_U, SMALL_X, SMALL_Z, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes, rows
    from uri_extract.scan._addresses import is_global_number
    from uri_extract.scan._bare import BareReference
    from uri_extract.scan._line_breaks import before_marks
    from uri_extract.scan._lookahead import has_dot
    from uri_extract.scan._text import Text
    from uri_extract.uri import schemes

_OPENING = cython.declare(bytes, b"\"'`([{<=|")
#: LaTeX commands that take the next character as the delimiter of their argument.
_VERBATIM = frozenset(b"lstinline nolinkurl path url verb".split())
_SYNTAX = SCHEME_SYNTAX
_SLOTS = cython.declare(cython.Py_ssize_t, 2048)


@cython.cfunc
@cython.exceptval(check=False)
@cython.inline
def _slot_of(data: cython.p_const_uchar, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the hash slot of a name, ignoring case: 32-bit FNV-1a, folded."""
    value: cython.uint = 2166136261
    while i < end:
        value = (value ^ (data[i] | 0x20)) * 16777619
        i += 1
    return (value ^ (value >> 16)) % _SLOTS


def _scheme_slots() -> tuple[bytes, bytes]:
    """Return the scheme names, each ended by ``:``, and an open-addressed hash table of them, for the compiled variant.

    A slot has three bytes: the offset of its name, low byte first, 0 if the slot is empty; and the scheme's syntax.
    """
    names = bytearray(b":")
    table = bytearray(3 * _SLOTS)
    slot: cython.Py_ssize_t
    place: cython.Py_ssize_t
    for name, syntax in _SYNTAX.items():
        octets: bytes = name
        slot = _slot_of(octets, 0, len(octets))
        while table[3 * slot] or table[3 * slot + 1]:
            slot = (slot + 1) % _SLOTS
        place = len(names)
        table[3 * slot] = place & 0xFF
        table[3 * slot + 1] = place >> 8
        table[3 * slot + 2] = syntax
        names += octets + b":"
    return bytes(names), bytes(table)


_NAME_BYTES, _SLOT_BYTES = _scheme_slots() if cython.compiled else (b"", b"")
if cython.compiled:
    _NAMES = cython.declare(cython.p_const_uchar, _NAME_BYTES)
    _TABLE = cython.declare(cython.p_const_uchar, _SLOT_BYTES)


@cython.cfunc
@cython.exceptval(check=False)
def syntax_of(text: Text, start: cython.Py_ssize_t, colon: cython.Py_ssize_t) -> cython.int:
    """Return the syntax (:mod:`uri_extract.uri.schemes`) of the scheme before ``colon``; 0 if it is unknown."""
    if not cython.compiled:
        known: int = _SYNTAX.get(text.window[start:colon].lower(), 0)
        return known
    data: cython.p_const_uchar = text.data
    slot: cython.Py_ssize_t = _slot_of(data, start, colon)
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    while True:
        at = _TABLE[3 * slot] | _TABLE[3 * slot + 1] << 8
        if not at:
            return 0
        i = start
        while i < colon and (data[i] | 0x20) == _NAMES[at]:
            i += 1
            at += 1
        if i == colon and _NAMES[at] == COLON:
            return _TABLE[3 * slot + 2]
        slot = (slot + 1) % _SLOTS


def web_scheme(text: Text, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the start of "http", "https" or "ftp" before ``colon``; 0 if another scheme is there."""
    data: cython.p_const_uchar = text.data
    i: cython.Py_ssize_t = colon - 4 - (data[colon - 1] == SMALL_S)
    first: cython.int = data[i]
    second: cython.int = data[i + 1]
    # Without branches, which would be unpredictable.
    ftp: cython.bint = (second == SMALL_F) & (i + 4 == colon)
    known: cython.bint = ((first == SMALL_H) & (second == SMALL_T)) | ftp
    return (known & (data[i + 2] == SMALL_T) & (data[i + 3] == SMALL_P)) * (i + ftp)


@cython.cfunc
@cython.exceptval(check=False)
def _ends_control_sequence(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the byte at ``i`` ends a control sequence or the designation of a character set.

    Examples: ESC [ 3 1 m (ECMA-48 §5.4), ESC ( B (ECMA-35 §14).
    """
    data: cython.p_const_uchar = text.data
    k: cython.Py_ssize_t = i
    while k > 1 and i - k < limits.MAX_SCHEME and (text.flags[data[k - 1]] & classes.DIGIT or data[k - 1] == SEMICOLON):
        k -= 1
    return k > 1 and data[k - 2] == ESCAPE and (data[k - 1] == LEFT_BRACKET or (k == i and data[k - 1] == LEFT_PAREN))


@cython.cfunc
@cython.exceptval(check=False)
def _after_escape(text: Text, i: cython.Py_ssize_t, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the scheme begins in a word after a backslash: after ``n``, troff's ``fB``, ``x3d`` or ``u003d``."""
    if text.data[i] == SMALL_X and i + 3 < colon:
        return i + 3
    if text.data[i] == SMALL_U and i + 5 < colon and text.flags[text.data[i + 1]] & classes.DIGIT:
        return i + 5
    return i + 2 if text.data[i] == SMALL_F and not syntax_of(text, i + 1, colon) else i + 1


@cython.cfunc
@cython.exceptval(check=False)
def _after_delimiter(text: Text, i: cython.Py_ssize_t, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
    r"""Return where the scheme begins after "+" as the delimiter of a LaTeX argument; 0 without one.

    Example: ``\verb+http://h.example+``. Of the bytes that a scheme may have, only "+" can be such a delimiter.
    """
    k: cython.Py_ssize_t = i
    while k < colon and SMALL_A <= text.data[k] | 0x20 <= SMALL_Z:
        k += 1
    return k + 1 if text.data[k] == PLUS and text.window[i:k] in _VERBATIM else 0


@cython.cfunc
@cython.exceptval(check=False)
def _referenced_character(text: Text, end: cython.Py_ssize_t) -> cython.int:
    """Return QUOTATION_MARK if a character reference to it is before ``end``, LESS_THAN for any other one.

    SEMICOLON if there is no character reference.
    """
    k: cython.Py_ssize_t = end - 2
    while k > 0 and end - k < 9 and (text.flags[text.data[k]] & classes.WORD or text.data[k] == NUMBER_SIGN):
        k -= 1
    text.examined += end - k
    if text.data[k] != AMPERSAND or end - k < 4:
        return SEMICOLON
    if text.data[k + 1] == SMALL_Q or (text.data[k + 2] == DIGIT_3 and text.data[k + 3] == DIGIT_4):  # &quot; &#34;
        return QUOTATION_MARK
    return LESS_THAN


@cython.cfunc
@cython.exceptval(check=False)
def _is_emphasis(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if one or two "_" before ``i`` follow a byte that is in no reference, as a blank or a quote."""
    k: cython.Py_ssize_t = i - 1
    if k > 0 and text.data[k - 1] == UNDERSCORE:
        k -= 1
    return k == 0 or (not text.classes[text.data[k - 1]] and text.data[k - 1] != BACKSLASH)


@cython.cclass
class SchemeFinder(BareReference):
    """Finds the scheme before a colon, looking back no further than ``low``, where the last reference ended."""

    def __init__(self, max_reference: int = limits.MAX_REFERENCE) -> None:
        BareReference.__init__(self, max_reference)
        self.low = 0
        self.glued = False

    def scheme(self, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Begin a candidate with the scheme before ``colon``; return its start, -1 if there is no scheme."""
        data: cython.p_const_uchar = self.data
        flags: cython.p_const_uchar = self.flags
        low: cython.Py_ssize_t = max(self.low, colon - limits.MAX_SCHEME - 1)
        i: cython.Py_ssize_t = colon
        k: cython.Py_ssize_t = colon
        mark: cython.int
        syntax: cython.int
        web: cython.Py_ssize_t = 0
        self.glued = False
        if colon > self.low + 5:
            web = i = web_scheme(self, colon)
            mark = data[i - 1] if i > 0 else 0x80
            if mark < 0x80 and not flags[mark] & classes.SCHEME and mark != UNDERSCORE and mark != BACKSLASH:
                self.examined += colon - i
                self.begin(i)
                self.scheme_syntax = schemes.HOST
                return i
            i = colon
        while i > low and flags[data[i - 1]] & classes.SCHEME:
            i -= 1
        self.examined += colon - i
        if colon - i > limits.MAX_SCHEME:
            return self.after_word(web)
        if i > self.low and data[i - 1] == UNDERSCORE and not _is_emphasis(self, i):  # part of a longer word
            return -1
        if i > self.low and data[i - 1] == BACKSLASH:  # in source code "\nhttp://" has no scheme "nhttp"
            k = _after_delimiter(self, i, colon)
            if not k:
                k = _after_escape(self, i, colon)
            # In AsciiDoc "\https://" is a URI that is not made a link.
            i = k if syntax_of(self, k, colon) or not syntax_of(self, i, colon) else i
            k = colon
        elif (
            i > self.low + 1 and data[i - 1] == LEFT_PAREN and colon - i > 3
            and (data[i - 2] == BACKSLASH or (data[i - 2] == ASTERISK and i > 2 and data[i - 3] == BACKSLASH))
        ):  # fmt: skip
            i += 2  # troff: "\(lahttp://h.example\(ra", "\*(Aqhttp://h.example\*(Aq"
        while i < colon and not SMALL_A <= (data[i] | 0x20) <= SMALL_Z:  # a list marker, a footnote number
            i += 1
        if colon - i < 2:  # "12:30", "C:\"
            return -1
        syntax = syntax_of(self, i, colon)
        if syntax == schemes.NUMBER and data[i] < SMALL_A <= data[i + 1]:  # "Tel:" is the label of a number
            return -1
        if not syntax:
            while k > i and flags[data[k - 1]] & classes.WORD:
                k -= 1
            if k > i:  # "can...http://", "word-http://"; but "git+http" is one scheme
                mark = data[k - 1]
                while k < colon and flags[data[k]] & classes.DIGIT:
                    k += 1
                syntax = syntax_of(self, k, colon)
                if syntax and mark == PLUS:
                    syntax = schemes.AUTHORITY
                elif mark == HYPHEN and k != web:  # "rps-query://" is another scheme (RFC 3986 §3.1)
                    syntax = 0
                elif syntax:
                    i = k
            elif i > low and (data[i - 1] >= 0x80 or _ends_control_sequence(self, i)):
                # After a byte beyond ASCII a letter may be the second half of a character (Big5, GBK, Shift_JIS).
                syntax = syntax_of(self, i + 1, colon)
                if syntax:
                    i += 1
            if not syntax and web > i and (i == 0 or data[i - 1] != LESS_THAN):  # after "<" any scheme is accepted
                return self.after_word(web)
        self.begin(i)
        self.scheme_syntax = syntax
        return i

    def after_word(self, web: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Begin a candidate with the scheme at ``web``, glued to a word as in "seehttp:"; return -1 if ``web`` is 0."""
        if not web:
            return -1
        self.glued = True
        self.begin(web)
        self.scheme_syntax = schemes.HOST
        return web

    def has_path(self, i: cython.Py_ssize_t) -> cython.bint:
        """Return True if the host at ``i`` has a dot and a path; without them "bogushttp:" is an unknown scheme."""
        return self.peek(self.host_end) == SLASH and has_dot(self, i, self.host_end)

    def is_label(self, colon: cython.Py_ssize_t) -> cython.bint:
        """Return True if the word before a number in white space is a label ("fax:"), not a scheme."""
        if self.opener or (self.before and self.before in _OPENING):
            return False
        return not is_global_number(self, colon)

    def is_in_word(self, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the "_" before the reference is part of a word: no "_" is at ``end``."""
        return self.data[self.start - 1] == UNDERSCORE and self.peek(end) != UNDERSCORE

    def without_bracket(self, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of a glued reference, without an "i" that is TeX's closing angle bracket.

        In TeX's symbol font angle brackets have the codes of "h" and "i", and the text of a PDF file has these letters.
        """
        k: cython.Py_ssize_t = self.start - 1
        if (
            self.data[k] != SMALL_H
            or self.data[end - 1] != SMALL_I
            or (k > 0 and self.flags[self.data[k - 1]] & classes.WORD)
        ):
            return end
        if self.made and self.piece[2 * self.made - 1] == end:
            self.piece[2 * self.made - 1] = end - 1
        return end - 1

    def look_back(self) -> cython.longlong:
        """Find "URL:" (RFC 2396 Appendix E), "<" or a quotation mark before the candidate; return its row's bits."""
        data: cython.p_const_uchar = self.data
        flags: cython.p_const_uchar = self.flags
        bits: cython.longlong = 0
        k: cython.Py_ssize_t = self.start
        i: cython.Py_ssize_t = self.start
        before: cython.int
        if i == 0:
            return 0
        before = data[i - 1]
        spaced: cython.int = flags[before] & classes.SPACE != 0
        # Usually this byte decides. No branches, which would be unpredictable.
        if i > 1 and not (
            (spaced & (flags[data[i - 2]] & classes.WORD == 0)) | (before == COLON) | (before == SEMICOLON)
        ):
            self.examined += 1 + spaced
            self.before = before
            self.opener = before * ((before == LESS_THAN) | (before == QUOTATION_MARK))
            self.quoted_before = (before == QUOTATION_MARK) | (before == APOSTROPHE)
            return 0
        if flags[before] & classes.SPACE or before == COLON:
            while i > 0 and self.start - i < limits.MAX_SCHEME and flags[data[i - 1]] & classes.SPACE:
                i -= 1
            if (
                i > 3 and data[i - 1] == COLON and (data[i - 2] | 0x20) == SMALL_L and (data[i - 3] | 0x20) == SMALL_R
                and (data[i - 4] | 0x20) == SMALL_U and (i == 4 or not flags[data[i - 5]] & classes.WORD)
            ):  # fmt: skip
                bits = rows.PREFIX
                i -= 4
                k = i
                while i > 0 and k - i < limits.MAX_SCHEME and flags[data[i - 1]] & classes.SPACE:
                    i -= 1
                before = data[k - 1] if k > 0 else 0
            self.examined += self.start - i
        if i > 0 and data[i - 1] == GREATER_THAN:
            i = before_marks(self, i, max(0, self.start - limits.MAX_SCHEME))
        if i > 0 and data[i - 1] == LESS_THAN:
            self.opener = LESS_THAN
        elif before == QUOTATION_MARK:
            self.opener = QUOTATION_MARK
        elif before == SEMICOLON:
            before = _referenced_character(self, k)
        self.examined += 1
        self.before = before
        self.quoted_before = before in (QUOTATION_MARK, APOSTROPHE)
        return bits
