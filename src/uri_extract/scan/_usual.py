# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Fast path for references of the usual form, which most have: 64 bytes at a time, compiled only."""

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
        ASTERISK, BACKSLASH, COLON, COMMA, DOT, GREATER_THAN, LEFT_PAREN, LESS_THAN, LINE_FEED,
        QUOTATION_MARK, RIGHT_PAREN, SEMICOLON, SLASH, SPACE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes
    from uri_extract.scan._line_breaks import begins_with_word
    from uri_extract.scan._scheme_finder import SchemeFinder, web_scheme

# The sets: plain bytes and those that begin a parameter; bytes of a host of the usual form; its separators; digits.
_SET_BYTES = marks_of(
    bytes(byte for byte in range(0x80) if CLASS[byte] == PLAIN or byte in b"?&"),
    bytes(byte for byte in range(0x80) if HOSTS[byte] != NOT_IN_HOST),
    b"-.",
    b"0123456789",
)
# Bytes examined at once; bytes from there on that must be in the window, so that no decision needs more; the length
# limit of a reference.
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
    """Finds the end of an unambiguous "http", "https" or "ftp" reference with a host name and an optional port.

    All others are left to the general rules, which give the same result for these. It has few branches, because the
    length of the next name, path or query is unpredictable.
    """

    @cython.final
    def usual_end(self, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the reference whose scheme ends at ``colon``, and set its state; -1 if it is not usual."""
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

        # The scheme, and the bytes before it. Conditions that are rarely met are combined into one branch.
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

        # The authority: a name that does not end with a digit, does not begin or end with a separator, and has no two
        # separators in a row.
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

        # The plain bytes after the authority.
        stop = i
        while not masks[0]:
            stop += _BLOCK
            if stop + _AHEAD > self.size or stop > start + _LONGEST - _BLOCK:
                return -1
            mark(data + stop, _SETS, masks)
        stop += first_mark(masks[0])
        following = data[stop]
        after = data[stop + 1]

        # The byte that ends it. A full stop before it belongs to the text, unless the reference is enclosed.
        opened = (before == LESS_THAN) | (before == QUOTATION_MARK)
        end = stop - ((data[stop - 1] == DOT) & (not opened))
        last = data[end - 1]
        whole = (flags[last] & classes.WORD != 0) | ((last == SLASH) & (data[end - 2] != ASTERISK))
        usual = (
            ((following == SPACE) & (flags[after] & classes.SPACE == 0))
            | ((following == COMMA) & (after == SPACE) & (flags[data[stop + 2]] & classes.SPACE == 0))
            | ((following == RIGHT_PAREN) & ((before == LEFT_PAREN) | (flags[after] & classes.WORD == 0)))
        )
        if following == QUOTATION_MARK:
            if after == SPACE:
                after = data[stop + 2]
            if flags[after] & classes.SPACE or after in b"+.|&\\_":
                return -1  # it may continue in the next string literal
        if not (
            ((before == LESS_THAN) & (following == GREATER_THAN))
            | ((before == QUOTATION_MARK) & (following == QUOTATION_MARK))
            | ((not opened) & whole & usual)
        ):
            if opened or not whole:
                return -1
            if following == LINE_FEED:  # no reference continues with a plain word
                if end < stop or last == SLASH or not begins_with_word(self, stop + 1):
                    return -1
            elif (
                self.classes[following]
                or flags[following] & classes.SPACE
                or following == BACKSLASH
                or following == GREATER_THAN  # "<" may be before the start of the line, which has marks of a quotation
                or (following == LESS_THAN and flags[after] & classes.WORD)
            ):
                return -1
        self.examined += colon - start + 1 + spaced + size + stop - path + (following == COMMA)
        self.start = start
        self.opener = before * opened
        self.beyond_ascii = False
        self.escaped = 0
        return end
