# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""References of the usual form, which nearly all are: compiled, they are read sixteen bytes at a time."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan.classes import CLASS, HOSTS, NOT_IN_HOST, PLAIN, marks_of

if cython.compiled:
    from cython.cimports.uri_extract.scan import classes
    from cython.cimports.uri_extract.scan._line_breaks_c import begins_with_word
    from cython.cimports.uri_extract.scan._marks import first_mark, mark, marks_known
    from cython.cimports.uri_extract.scan._scheme_finder_c import SchemeFinder, web_scheme
else:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        ASTERISK, BACKSLASH, COLON, COMMA, DOT, GREATER_THAN, LEFT_PAREN, LESS_THAN, LINE_FEED, PLUS,
        QUOTATION_MARK, RIGHT_PAREN, SEMICOLON, SLASH, SPACE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes
    from uri_extract.scan._line_breaks import begins_with_word
    from uri_extract.scan._scheme_finder import SchemeFinder, web_scheme

# What is plain, or begins a parameter; of a host of the usual form what it has, its separators, and digits.
_SET_BYTES = marks_of(
    bytes(byte for byte in range(0x80) if CLASS[byte] == PLAIN or byte in b"?&"),
    bytes(byte for byte in range(0x80) if HOSTS[byte] != NOT_IN_HOST),
    b"-.",
    b"0123456789",
)
# Bytes that are looked at together; those from there on that must be in the window, so that no decision needs more; and
# how many a reference may have.
_BLOCK = cython.declare(cython.Py_ssize_t, 64)
_AHEAD = cython.declare(cython.Py_ssize_t, 128)
_LONGEST = cython.declare(cython.Py_ssize_t, 1024)
_MOST_DIGITS = cython.declare(cython.int, 5)  # of a port
if cython.compiled:
    _MARKS_KNOWN = cython.declare(cython.bint, marks_known())
    _SETS = cython.declare(cython.p_const_uchar, _SET_BYTES)
    _ONE = cython.declare(cython.ulonglong, 1)


@cython.cclass
class UsualReference(SchemeFinder):
    """Finds the end of a reference of "http", "https" or "ftp", to a name and perhaps a port, that leaves no doubts.

    All others are left to the general rules, which find the same here: this is their sum for what most references are.
    It has few branches, since how long the next name, path or query is cannot be foreseen.
    """

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def usual_end(self, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the reference with that colon ends, and set what its row needs; -1 if it is not a usual one."""
        data: cython.p_const_uchar = self.data
        flags: cython.p_const_uchar = self.flags
        i: cython.Py_ssize_t = colon + 3
        start: cython.Py_ssize_t
        path: cython.Py_ssize_t
        stop: cython.Py_ssize_t
        end: cython.Py_ssize_t
        before: cython.int
        earlier: cython.int
        following: cython.int
        after: cython.int
        last: cython.int
        size: cython.int
        port: cython.int
        has_port: cython.bint
        spaced: cython.bint
        opened: cython.bint
        whole: cython.bint
        usual: cython.bint
        if (
            not cython.compiled or not _MARKS_KNOWN or colon < self.low + 7 or i + _AHEAD > self.size
            or data[colon + 1] != SLASH or data[colon + 2] != SLASH or self.max_reference < _LONGEST
        ):  # fmt: skip
            return -1
        masks: cython.ulonglong[4]
        masks = [0, 0, 0, 0]
        doubled: cython.ulonglong

        # The scheme, and what precedes it. Conditions are added up where each is met now and then, and all seldom.
        start = web_scheme(self, colon)
        if not start:
            return -1
        before = data[start - 1]
        earlier = data[start - 2]
        spaced = flags[before] & classes.SPACE != 0
        if (
            (before >= 0x80) | (flags[before] & classes.SCHEME != 0) | (before == UNDERSCORE) | (before == BACKSLASH)
            | (before == COLON) | (before == SEMICOLON)
            | (spaced & ((flags[earlier] & classes.SPACE != 0) | (earlier == COLON) | (earlier == LESS_THAN)))
        ):  # fmt: skip
            return -1

        # The authority: a name without a digit at its end, and no two separators side by side; one counts before and
        # after it as well.
        mark(data + i, _SETS, masks)
        if not masks[1]:
            return -1
        size = first_mark(masks[1])
        doubled = (~masks[2] << 1 | 1) & (~masks[2] | _ONE << size) | (~masks[3] << 1 & _ONE << size)
        has_port = data[i + size] == COLON
        port = first_mark(masks[3] >> (size + 1) | _ONE << 32)
        path = i + size + has_port * (1 + port)
        following = data[path]
        if doubled << (_BLOCK - 1 - size) or (has_port & ((port == 0) | (port > _MOST_DIGITS))):
            return -1
        if following != SLASH and (self.classes[following] or (following == SPACE and data[path + 1] in b"[({d")):
            return -1

        # All that is plain after it.
        stop = i
        while not masks[0]:
            stop += _BLOCK
            if stop + _AHEAD > self.size or stop > start + _LONGEST - _BLOCK:
                return -1
            mark(data + stop, _SETS, masks)
        stop += first_mark(masks[0])
        following = data[stop]
        after = data[stop + 1]

        # What ends it. A full stop before that is the text's, unless brackets or quotation marks are around.
        opened = (before == LESS_THAN) | (before == QUOTATION_MARK)
        end = stop - ((data[stop - 1] == DOT) & (not opened))
        last = data[end - 1]
        whole = (flags[last] & classes.WORD != 0) | ((last == SLASH) & (data[end - 2] != ASTERISK))
        usual = (
            ((following == SPACE) & (flags[after] & classes.SPACE == 0))
            | ((following == COMMA) & (after == SPACE) & (flags[data[stop + 2]] & classes.SPACE == 0))
            | ((following == RIGHT_PAREN) & ((before == LEFT_PAREN) | (flags[after] & classes.WORD == 0)))
        )
        if (
            (following == QUOTATION_MARK) & ((flags[after] & classes.SPACE != 0) | (after == PLUS))
            & ((after != SPACE) | (flags[data[stop + 2]] & classes.SPACE != 0) | (data[stop + 2] == PLUS))
        ):  # fmt: skip
            return -1  # it may go on in the next string literal
        if not (
            ((before == LESS_THAN) & (following == GREATER_THAN))
            | ((before == QUOTATION_MARK) & (following == QUOTATION_MARK))
            | ((not opened) & whole & usual)
        ):
            if opened or not whole:
                return -1
            if following == LINE_FEED:  # no reference goes on with a word
                if end < stop or last == SLASH or not begins_with_word(self, stop + 1):
                    return -1
            elif (
                self.classes[following]
                or flags[following] & classes.SPACE
                or following == BACKSLASH
                or (following == LESS_THAN and flags[after] & classes.WORD)
            ):
                return -1
        self.examined += colon - start + 1 + spaced + size + stop - path + (following == COMMA)
        self.start = start
        self.opener = before * opened
        self.beyond_ascii = False
        self.escaped = 0
        return end
