"""Decode content lines in chunks (RFC 5545 §3.1, RFC 6350 §3.2): unfold them, and decode escapes in their values.

A fold may be anywhere, even within a character or after a backslash. A decision depends on at most ``REACH`` bytes, or
``MAX_PARAMETERS`` bytes of the name and parameters of a property, so the result does not depend on how the input is cut
into chunks.
"""

from __future__ import annotations

import cython

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any
from uri_extract.formats.calendar.properties import keeps_blanks, property_named, property_of
from uri_extract.scan._kernel import SEPARATOR

if not cython.compiled:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._compat._ascii import (
        BACKSLASH, CARRIAGE_RETURN, COLON, COMMA, EQUALS, LINE_FEED, QUOTATION_MARK, SEMICOLON, SLASH, SMALL_N, SMALL_V,
        SPACE, TAB,
    )  # fmt: skip
    from uri_extract.place._source_map import SourceMap, hex_value
    from uri_extract.formats.calendar import properties
    from uri_extract.rows._bytes import Bytes, next_byte, part_of

# The maximum size of a token with the bytes that determine its end.
_REACH = cython.declare(cython.Py_ssize_t, 8)
# The size of short names and parameters. Longer ones are not cached, and while they wait for the end of their line,
# they are only copied when a quarter more has come.
_SHORT = cython.declare(cython.Py_ssize_t, 1024)

_SEPARATOR = cython.declare(bytes, SEPARATOR)
_FOLDS = cython.declare(object, re.compile(rb"\r?\n[ \t]"))


class ContentLines:
    """Decode content lines. Pass bytes to :meth:`feed`, then call :meth:`read` until it returns ``READ``.

    :meth:`take` returns the decoded bytes, in which :data:`~uri_extract.scan._kernel.SEPARATOR` follows each name and
    each value; ``map`` maps them to the source. ``name`` is that of the last property.
    """

    def __init__(self) -> None:
        self.map = SourceMap()
        self.output = Bytes()
        self.text = b""
        self.at = 0  # the text before this offset was read
        self.final = self.ready = False
        self.waiting: list[bytes] = []  # the chunks that have come since
        self.waiting_size = 0
        self.searched = 0  # this many bytes from there on have no line end
        self.in_value = False
        self.kind: cython.int = properties.NONE
        self.quoted_printable = self.keeps_blanks = False
        self.name = b""

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes; return none, because :meth:`read` is called next."""
        held: cython.Py_ssize_t = len(self.text) - self.at
        self.final = final
        if held:
            self.waiting.append(chunk)
            self.waiting_size += len(chunk)
            if held > _SHORT and self.waiting_size < held >> 2 and not final:
                return b""
            chunk = b"".join((self.text[self.at :], *self.waiting))
            self.waiting.clear()
            self.waiting_size = 0
        self.text = chunk
        self.at = 0
        self.ready = True
        return b""

    def take(self) -> bytes:
        """Return the bytes decoded since the last call."""
        decoded: bytes = self.output.all()
        self.output.clear()
        return decoded

    def restart_map(self) -> None:
        """Begin a separate text, whose map begins with the next byte."""
        self.map = SourceMap(self.map.taken)

    def read(self) -> Any:
        """Read to the end of the bytes, or to the start or end of a special value; return which it is."""
        size: cython.Py_ssize_t = len(self.text)
        stop: cython.Py_ssize_t = size if self.final else size - _REACH
        if not self.ready:
            return properties.READ
        while self.at < size:
            if self.in_value:
                if self.at >= stop:
                    break
                if self.value(stop):
                    return properties.HTML_ENDS
            else:
                if not self.begin():
                    break
                if self.kind == properties.HTML:
                    return properties.HTML_BEGINS
                if self.kind == properties.BINARY_DOCUMENT:
                    return properties.BINARY_BEGINS
        self.ready = False
        return properties.READ

    def begin(self) -> cython.bint:
        """Read the name and parameters of a line; return False if bytes are missing.

        No bytes are missing if the line has ended, or is longer than a name and parameters may be.
        """
        at: cython.Py_ssize_t = self.at
        size: cython.Py_ssize_t = len(self.text)
        limit: cython.Py_ssize_t = min(size, at + limits.MAX_PARAMETERS)
        feed: cython.Py_ssize_t = next_byte(self.text, LINE_FEED, max(at, at + self.searched - 1), limit)
        is_folded: cython.bint = False
        while 0 <= feed < limit - 1 and self.is_blank(feed + 1):
            is_folded = True
            feed = next_byte(self.text, LINE_FEED, feed + 1, limit)
        if (feed < 0 or feed + 1 == size) and size < at + limits.MAX_PARAMETERS and not self.final:
            self.searched = max(0, size - at - 1)
            return False
        is_folded |= self.searched > 0  # the bytes searched before may contain a fold
        self.searched = 0
        self.read_property(limit if feed < 0 else feed + 1, is_folded)
        self.in_value = True
        return True

    def read_property(self, stop: cython.Py_ssize_t, is_folded: cython.bint) -> cython.int:
        """Determine the property of a line that ends at ``stop``; read its name, parameters and colon, if any."""
        data: cython.p_const_uchar = self.text
        at: cython.Py_ssize_t = self.at
        colon: cython.Py_ssize_t = next_byte(self.text, COLON, at, stop)
        if (
            0 <= colon < at + _SHORT
            and not is_folded
            and not (colon + 1 < stop and data[colon + 1] == SLASH)  # possibly a URI
            and next_byte(self.text, QUOTATION_MARK, at, colon) < 0  # a colon in quotation marks is part of a parameter
            and data[at] | 0x20 != SMALL_V  # possibly the version
        ):
            found: Any = property_named(self.text[at : colon + 1])
        else:
            line: bytes = _FOLDS.sub(b"", self.text[at:stop]) if is_folded else self.text[at:stop]
            if line[:1] in (b"V", b"v"):
                self.keeps_blanks = keeps_blanks(line, self.keeps_blanks)
            found = property_of(line)
        size: cython.Py_ssize_t = found.size
        self.kind = found.kind
        self.quoted_printable = found.quoted_printable
        self.name = found.name
        if self.kind != properties.NONE:
            if is_folded:
                self.folded_name(size - 1, stop)
            else:
                self.keep(at + size - 1)
            self.replace(_SEPARATOR, self.at + 1)
        return 0

    def folded_name(self, size: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """Read a name and parameters of ``size`` bytes without folds, on a line that ends at ``stop``."""
        for fold in _FOLDS.finditer(self.text, self.at, stop):
            begin: cython.Py_ssize_t = fold.start()
            if begin - self.at > size:
                break
            size -= begin - self.at
            self.keep(begin)
            self.replace(b"", fold.end())
        self.keep(self.at + size)
        return 0

    def value(self, stop: cython.Py_ssize_t) -> cython.bint:
        """Read a value up to its end, or to ``stop``; return True before the end of an HTML value."""
        data: cython.p_const_uchar = self.text
        size: cython.Py_ssize_t = len(self.text)
        sign: cython.Py_ssize_t = self.at
        while True:
            sign = self.next_sign(sign, stop)
            if sign == stop:
                self.keep(stop)
                return False
            byte: cython.int = data[sign]
            if byte == BACKSLASH:
                end: cython.Py_ssize_t = self.fold_end(sign + 1)
                if end < size and self.is_escaped(data[end]):
                    self.keep(sign)
                    self.replace(b"\n" if data[end] | 0x20 == SMALL_N else self.text[end : end + 1], end + 1)
            elif byte == EQUALS:
                end = sign + 1 + (sign + 1 < size and data[sign + 1] == CARRIAGE_RETURN)
                if end < size and data[end] == LINE_FEED:  # a soft line break
                    self.keep(sign)
                    self.replace(b"", end + 1)
                elif sign + 2 < size and hex_value(data[sign + 1]) < 16 and hex_value(data[sign + 2]) < 16:
                    self.keep(sign)
                    self.output.octet(hex_value(data[sign + 1]) << 4 | hex_value(data[sign + 2]))
                    self.map.replaced(1, part_of(self.text, sign, sign + 3))
                    self.at = sign + 3
            else:
                end = sign + (byte == CARRIAGE_RETURN)
                if end < size and data[end] == LINE_FEED:
                    self.keep(sign)
                    if end + 1 == size or not self.is_blank(end + 1):
                        return self.end_value(end + 1)
                    self.replace(self.text[end + 1 : end + 2] if self.keeps_blanks else b"", end + 2)
            sign = max(self.at, sign + 1)

    def end_value(self, end: cython.Py_ssize_t) -> cython.bint:
        """Read the end of a line; for an HTML value, return True without reading it."""
        if self.kind == properties.HTML:
            self.kind = properties.NONE  # only the end remains
            self.quoted_printable = False
            return True
        self.output.copy(_SEPARATOR, 0, len(_SEPARATOR))
        self.map.replaced(len(_SEPARATOR), part_of(self.text, self.at, end))
        self.at = end
        self.in_value = False
        return False

    # -- output ----------------------------------------------------------------------------------------------------

    def keep(self, to: cython.Py_ssize_t) -> cython.int:
        """Copy the bytes up to a place; skip them if they are binary data."""
        size: cython.Py_ssize_t = to - self.at
        if size <= 0:
            return 0
        if self.in_value and self.kind >= properties.BINARY:
            self.map.jump(self.map.taken + size)
        else:
            self.output.copy(self.text, self.at, size)
            self.map.copied(size)
        self.at = to
        return 0

    def replace(self, by: bytes, to: cython.Py_ssize_t) -> cython.int:
        """Replace the bytes up to a place; skip them if they are binary data."""
        if self.in_value and self.kind >= properties.BINARY:
            return self.keep(to)
        self.output.copy(by, 0, len(by))
        self.map.replaced(len(by), part_of(self.text, self.at, to))
        self.at = to
        return 0

    # -- lookahead -------------------------------------------------------------------------------------------------

    def next_sign(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place of the next byte that may not be plain text; ``stop`` if there is none before."""
        data: cython.p_const_uchar = self.text
        escapes: cython.bint = self.kind < properties.NONE
        quoted: cython.bint = escapes and self.quoted_printable
        while at < stop:
            byte: cython.int = data[at]
            if (
                (byte == LINE_FEED)
                | (byte == CARRIAGE_RETURN)
                | (escapes & (byte == BACKSLASH))
                | (quoted & (byte == EQUALS))
            ):
                return at
            at += 1
        return stop

    def is_blank(self, at: cython.Py_ssize_t) -> cython.bint:
        """Return True if the byte at ``at`` is a space or a tab."""
        data: cython.p_const_uchar = self.text
        return data[at] == SPACE or data[at] == TAB

    def fold_end(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        data: cython.p_const_uchar = self.text
        size: cython.Py_ssize_t = len(self.text)
        end: cython.Py_ssize_t = at + (at < size and data[at] == CARRIAGE_RETURN)
        return end + 2 if end + 1 < size and data[end] == LINE_FEED and self.is_blank(end + 1) else at

    def is_escaped(self, byte: cython.int) -> cython.bint:
        """Return True if a backslash before that byte is an escape.

        TEXT has escapes (RFC 5545 §3.3.11, RFC 6350 §3.4); some programs also escape a colon. A URI has no escapes
        (§3.3.13), but no backslash either: one before a delimiter comes from a program that escapes all values alike.
        """
        if byte in (SEMICOLON, COMMA, COLON):
            return True
        if self.kind == properties.URI:
            return False
        return byte == BACKSLASH or (byte | 0x20 == SMALL_N and not self.quoted_printable)
