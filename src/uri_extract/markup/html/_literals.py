# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Find string literals of a script, or of JSON, that are references.

A literal shows where a reference ends, but a script may complete it: ``"https://example.org/" + name``.
One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
No script is parsed: the search hops from ``/`` to ``/``, which all these references have. It is linear: bytes of a
literal are not read again, and a bounded number of bytes is read around it.
"""

from __future__ import annotations

import cython

from uri_extract._compat._typing import Any
from uri_extract.markup.html.script_words import CLASSES, is_host, names_url, takes_url

if not cython.compiled:
    from uri_extract._compat._ascii import (  # noqa: I001 - several to a line
        AMPERSAND, APOSTROPHE, BACKSLASH, BACKTICK, COLON, COMMA, DIGIT_2, DIGIT_7, DOLLAR, DOT, EQUALS, LEFT_BRACE,
        LEFT_BRACKET, LEFT_PAREN, LESS_THAN, NUMBER_SIGN, PERCENT, PLUS, QUOTATION_MARK, RIGHT_PAREN, SEMICOLON, SLASH,
        SMALL_A, SMALL_G, SMALL_L, SMALL_Q, SMALL_T, SMALL_U, SMALL_X, SMALL_Z, SPACE,
    )  # fmt: skip
    from uri_extract._compat._search import next_place
    from uri_extract.markup.html import script_words
    from uri_extract.scan._kernel import Text, is_declared

_CLASSES = cython.declare(bytes, CLASSES)
_ENDS_CONDITION = cython.declare(cython.Py_ssize_t, 256)
_BLANKS = cython.declare(cython.Py_ssize_t, 64)
_NUMBERED = cython.declare(tuple, (b"\\x2", b"\\u002"))
_NAMES_URL = cython.declare(object, names_url)
_TAKES_URL = cython.declare(object, takes_url)
_IS_HOST = cython.declare(object, is_host)

# The end of a literal.
_OTHERWISE = cython.declare(cython.int, 0)
_CLOSED = cython.declare(cython.int, 1)  # the quotation mark that opened it
_JOINED = cython.declare(cython.int, 2)  # another quotation mark, which a "+" follows
_TEMPLATE = cython.declare(cython.int, 3)  # the place of an insertion
_PATTERN = cython.declare(cython.int, 4)  # not a string, but a regular expression


class Literals:
    """Find literals in stretches of scripts, one after another."""

    def __init__(self) -> None:
        self.text = Text()  # the window, for functions of the scanner
        self.window = self.data = b""
        self.begin = self.end = self.stop = 0
        self.quote = self.level = 0
        self.escaped = False  # the literal has escapes

    def read(self, window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> list[Any]:
        """Return the start, the end and the bits of each reference in ``window[begin:end]``.

        A span with :data:`~uri_extract.markup.html.script_words.HIDDEN` is not a reference: its bytes must not become
        part of one.
        """
        data: cython.p_const_uchar = window
        found: list[Any] = []
        i: cython.Py_ssize_t = begin
        last: cython.Py_ssize_t = begin
        self.window = window
        self.data = data
        self.text.window = window
        self.text.data = data
        self.begin = begin  # the start and end of the stretch
        self.end = end
        while True:
            i = self.slash(i)
            if i >= end:
                return found
            before: cython.Py_ssize_t = i - 1
            if before >= last and data[before] == BACKSLASH:
                before -= 1
            if before < last:
                last = i + 1
            elif data[before] == COLON:
                last = self.absolute(before, i, last, found)
            else:
                last = self.relative(before + 1, i, last, found)
            i = max(last, i + 1)

    def slash(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place of the next ``/``; ``end`` if there is none."""
        return next_place(self.data, SLASH, i, self.end) if i < self.end else self.end

    # -- one literal -------------------------------------------------------------------------------------------------

    def absolute(
        self, colon: cython.Py_ssize_t, i: cython.Py_ssize_t, last: cython.Py_ssize_t,
        found: Any,
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Read a possible web URI with that colon and first slash; return the place where to continue."""
        data: cython.p_const_uchar = self.data
        start: cython.Py_ssize_t = colon
        host: cython.Py_ssize_t = self.second_slash(i)
        if host < 0:
            return i + 1
        while start > last and colon - start < 6 and SMALL_A <= data[start - 1] | 0x20 <= SMALL_Z:
            start -= 1
        if not self.is_web_scheme(start, colon) or host >= self.end:
            return host
        if self.is_pattern(host):
            found.append((colon, colon + 1, script_words.HIDDEN))
            return host
        if not _CLASSES[data[host]] & script_words.ALNUM and data[host] < 0x80 and data[host] != LEFT_BRACKET:
            return host
        if is_declared(self.text, last, start):
            return host  # a namespace name, which the text scanner recognises
        self.open(start)
        how: cython.int = self.read_to_end(host)
        if how == _PATTERN:
            found.append((colon, colon + 1, script_words.HIDDEN))
        elif how >= _JOINED or (how == _CLOSED and self.quote):
            if self.quote or how == _JOINED:
                found.append((start, self.stop, self.bits(how)))
        elif self.quote and self.level in (0, 3):  # a blank in it does not break a line
            found.append((start - 6 if self.level else start - 1, start, script_words.HIDDEN))
        return self.stop

    def relative(
        self, start: cython.Py_ssize_t, i: cython.Py_ssize_t, last: cython.Py_ssize_t,
        found: Any,
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Read a possible relative reference whose first slash is at ``i``; return the place where to continue."""
        data: cython.p_const_uchar = self.data
        self.open(start)
        if not self.quote:
            while start > last and _CLASSES[data[start - 1]] & script_words.PATH:
                start -= 1
            self.open(start)
        if not self.quote:
            return i + 1
        host: cython.Py_ssize_t = self.second_slash(i) if data[start] == SLASH or data[start] == BACKSLASH else -1
        if host >= 0:
            if host >= self.end or not _CLASSES[data[host]] & script_words.ALNUM:
                return host
            how: cython.int = self.read_to_end(host)
            if _CLOSED <= how <= _TEMPLATE and _IS_HOST(self.window[host : min(self.stop, host + 256)]):
                found.append((start, self.stop, self.bits(how) | script_words.RELATIVE))
            return self.stop
        if i + 1 >= self.end or self.level not in (0, 3) or not self.is_meant(start - 6 if self.level else start - 1):
            return i + 1
        how = self.read_to_end(i + 1)
        if how == _CLOSED or (how >= _JOINED and how != _PATTERN and self.stop > i + 1):
            found.append((start, self.stop, self.bits(how) | script_words.RELATIVE))
        return self.stop

    def second_slash(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place after the second of two slashes, the first of which is at ``i``; -1 if there is only one."""
        i += 1
        if i < self.end and self.data[i] == BACKSLASH:
            i += 1
        return i + 1 if i < self.end and self.data[i] == SLASH else -1

    def is_web_scheme(self, start: cython.Py_ssize_t, colon: cython.Py_ssize_t) -> cython.bint:
        """Return True for http, https, ws, wss and ftp, which scripts fetch or open."""
        letters: cython.longlong = 0
        for i in range(start, colon):
            letters = letters << 8 | self.data[i] | 0x20
        return letters in (0x68747470, 0x6874747073, 0x7773, 0x777373, 0x667470)

    def is_pattern(self, host: cython.Py_ssize_t) -> cython.bint:
        """Return True if a regular expression takes the place of a host: ``[A-Za-z.]``, ``(www``, ``.*``."""
        byte: cython.int = self.data[host]
        following: cython.int = self.data[host + 1] if host + 1 < self.end else 0
        if byte == LEFT_BRACKET:  # else an IP literal (RFC 3986 §3.2.2): a colon follows at most four digits
            return self.window.find(b":", host, min(self.end, host + 6)) < 0
        if byte == BACKSLASH:
            return following not in (SMALL_U, SMALL_X, SLASH, QUOTATION_MARK, APOSTROPHE, BACKSLASH)
        return byte == LEFT_PAREN

    def open(self, start: cython.Py_ssize_t) -> cython.void:
        """Determine the quotation mark before ``start``, and its notation (ECMA-262 §12.9.4, or HTML)."""
        data: cython.p_const_uchar = self.data
        self.quote = self.level = 0
        if start <= self.begin:
            return
        byte: cython.int = data[start - 1]
        if byte in (QUOTATION_MARK, APOSTROPHE, BACKTICK):
            if start - 2 < self.begin or data[start - 2] != BACKSLASH:
                self.quote = byte  # its opening quotation mark; 0: none
            elif start - 3 < self.begin or data[start - 3] != BACKSLASH:
                self.quote = byte
                # the notation of that: plain, escaped with a backslash, by number, as &quot;
                self.level = 1
        elif byte in (DIGIT_2, DIGIT_7) and self.window[max(self.begin, start - 6) : start - 1].endswith(_NUMBERED):
            self.quote = 0x20 | byte - 0x30
            self.level = 2
        elif byte == SEMICOLON and self.window[max(self.begin, start - 6) : start] == b"&quot;":
            self.quote = QUOTATION_MARK
            self.level = 3

    def read_to_end(self, i: cython.Py_ssize_t) -> cython.int:
        """Read the characters of a literal from ``i`` on, up to ``stop``; return how it ends."""
        data: cython.p_const_uchar = self.data
        end: cython.Py_ssize_t = self.end
        self.escaped = self.data[i - 2] == BACKSLASH if i - 2 >= self.begin else False
        while i < end:
            byte: cython.int = data[i]
            if _CLASSES[byte] & script_words.INSIDE:
                i += 1
                continue
            self.stop = i  # the end of the literal just read
            if byte == BACKSLASH:
                size: cython.int = self.escape(i)
                if size <= 0:
                    return _CLOSED if not size else _PATTERN if size == -2 else _OTHERWISE
                self.escaped = True
                i += size
            elif byte == self.quote and not self.level:
                return _CLOSED
            elif byte in (APOSTROPHE, QUOTATION_MARK, BACKTICK):
                if self.is_joined(i + 1):
                    return _JOINED
                if byte != APOSTROPHE or self.quote != QUOTATION_MARK:
                    return _OTHERWISE
                i += 1  # it may be part of a URI (sub-delims, RFC 3986 §2.2)
            elif byte == DOLLAR:
                if i + 1 < end and data[i + 1] == LEFT_BRACE:
                    return _TEMPLATE
                i += 1
            elif byte == LEFT_BRACE:
                return _TEMPLATE
            elif byte == LESS_THAN:
                return _TEMPLATE if i + 1 < end and data[i + 1] == PERCENT else _OTHERWISE
            elif byte == AMPERSAND:
                if self.is_markup(i + 1):
                    return _CLOSED if self.level == 3 and self.window[i : i + 6] == b"&quot;" else _OTHERWISE
                i += 1
            else:
                return _OTHERWISE
        self.stop = end
        return _OTHERWISE

    def escape(self, i: cython.Py_ssize_t) -> cython.int:
        """Return the size of an escape; 0: it closes the string, -1: it ends the reference, -2: of a pattern."""
        data: cython.p_const_uchar = self.data
        byte: cython.int = data[i + 1] if i + 1 < self.end else 0
        value: cython.int = 0
        if byte == SLASH:
            return 2
        if byte in (SMALL_U, SMALL_X):
            size: cython.int = 6 if byte == SMALL_U else 4
            if i + size > self.end:
                return -1
            for k in range(i + 2, i + size):
                if not _CLASSES[data[k]] & script_words.HEX:
                    return -1
                value = value << 4 | (data[k] & 15) + (9 if data[k] > 0x39 else 0)
            if value == self.quote and self.level == 2:
                return 0
            return size if value > 0x7F or _CLASSES[value] & script_words.INSIDE or value == AMPERSAND else -1
        if byte == self.quote and self.level == 1:
            return 0
        return -2 if _CLASSES[byte] & script_words.OF_PATTERNS else -1

    def is_markup(self, i: cython.Py_ssize_t) -> cython.bint:
        """Return True if the ``&`` before ``i`` begins a character reference to a delimiter: the script holds HTML."""
        data: cython.p_const_uchar = self.data
        if i + 3 > self.end:
            return False
        if data[i] == NUMBER_SIGN or (data[i] == SMALL_Q and data[i + 1] == SMALL_U):
            return True
        return (data[i] == SMALL_L or data[i] == SMALL_G) and data[i + 1] == SMALL_T and data[i + 2] == SEMICOLON

    # -- the text around a literal -------------------------------------------------------------------------------------

    def bits(self, how: cython.int) -> cython.int:
        """Return the bits of the literal just read."""
        bits: cython.int = script_words.ESCAPED if self.escaped else 0
        if how >= _JOINED or (self.level in (0, 3) and self.is_joined(self.stop + (6 if self.level else 1))):
            bits |= script_words.PARTIAL
        return bits

    def skip(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of white space; at most some bytes are read."""
        stop: cython.Py_ssize_t = min(self.end, i + _BLANKS)
        while i < stop and self.data[i] <= SPACE:
            i += 1
        return i

    def is_joined(self, i: cython.Py_ssize_t) -> cython.bint:
        """Return True if something is appended to the string that ends before ``i``.

        ``+ x``, ``.concat(x)``, or either of them after enclosing parentheses: ``(secure ? "https://a." : "http://b.")
        + x``.
        """
        data: cython.p_const_uchar = self.data
        i = self.skip(i)
        if i < self.end and data[i] == COLON:
            i = self.skip(i + 1)
            if i >= self.end or (data[i] != QUOTATION_MARK and data[i] != APOSTROPHE):
                return False
            other: cython.int = data[i]
            k: cython.Py_ssize_t = min(self.end, i + _ENDS_CONDITION)
            i += 1
            while i < k and data[i] != other:
                i += 1
            i = self.skip(i + 1)
            if i >= self.end or data[i] != RIGHT_PAREN:
                return False
        if i < self.end and data[i] == RIGHT_PAREN:
            i = self.skip(i + 1)
        if i >= self.end:
            return False
        return data[i] == PLUS or (data[i] == DOT and self.window[i : i + 8] == b".concat(")

    def is_meant(self, mark: cython.Py_ssize_t) -> cython.bint:
        """Return True if the context of a string, whose quotation mark is at ``mark``, says that it is a reference.

        It is an argument of a function that takes a URL, or the value of a variable or member named after one.
        """
        data: cython.p_const_uchar = self.data
        low: cython.Py_ssize_t = max(self.begin, mark - script_words.BEFORE)
        i: cython.Py_ssize_t = mark
        while i > low and data[i - 1] <= SPACE:
            i -= 1
        if i == low:
            return False
        byte: cython.int = data[i - 1]
        if byte in (EQUALS, COLON):
            i -= 1
            while i > low and data[i - 1] <= SPACE:
                i -= 1
            if byte == COLON and i > low and data[i - 1] in (QUOTATION_MARK, APOSTROPHE):
                i -= 1
            elif byte == COLON and self.window[max(low, i - 6) : i] == b"&quot;":
                i -= 6
            mark = i
            while i > low and _CLASSES[data[i - 1]] & script_words.WORD:
                i -= 1
            return i < mark and _NAMES_URL(self.window[i:mark])
        if byte in (LEFT_PAREN, COMMA) or _CLASSES[byte] & script_words.ALNUM:
            return _TAKES_URL(self.window[low:i])
        return False
