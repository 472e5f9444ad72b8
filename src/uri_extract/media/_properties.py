# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

r"""Decode the escapes of Java's properties files in chunks (``java.util.Properties.load``), keeping their places.

A backslash before a line break continues the line: both are removed, with the white space after them. ``\n``, ``\t``,
``\r``, ``\f`` and ``\uXXXX`` are characters; a backslash before any other byte is removed. Comments are decoded too,
because they often are settings that are switched off, but a comment ends with its line. A separator follows each
setting: no reference continues in the next one.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan.windows import SEPARATOR

if not cython.compiled:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        BACKSLASH, CARRIAGE_RETURN, DIGIT_8, EXCLAMATION_MARK, FORM_FEED, LINE_FEED, NUMBER_SIGN, SMALL_B, SMALL_D,
        SMALL_F, SMALL_N, SMALL_R, SMALL_T, SMALL_U, SPACE, TAB,
    )  # fmt: skip
    from uri_extract.decode._json_strings import decoded
    from uri_extract.decode._source_map import SourceMap, hex_value
    from uri_extract.pages._bytes import Bytes, part_of

_SEPARATOR = cython.declare(bytes, SEPARATOR)
# Bytes of ``\uXXXX``. The longest escape is two of them, a surrogate pair.
_UNIT = cython.declare(cython.Py_ssize_t, 6)
# Bytes that are removed where lines continue, between two bytes of text; the rest is text.
_MOST_REMOVED = cython.declare(cython.Py_ssize_t, 1 << 10)

# Where in a line the next byte is: before its first character, after one, or in a comment.
_BEGINNING = cython.declare(cython.int, 0)
_INSIDE = cython.declare(cython.int, 1)
_COMMENT = cython.declare(cython.int, 2)


@cython.cclass
class PropertiesDecoder:
    """Decodes a properties file in UTF-8."""

    def __init__(self) -> None:
        self.map = SourceMap()
        self.output = Bytes()
        self.text = b""  # the bytes held, followed by the last chunk
        self.at = 0  # the bytes before this offset were written
        self.line = _BEGINNING
        self.continued = False  # white space here follows a line break that was removed
        self.removed = 0  # bytes removed since the last text

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes; return those that are complete, decoded."""
        text: bytes = self.text + chunk if self.text else chunk
        data: cython.p_const_uchar = text
        at: cython.Py_ssize_t = 0
        stop: cython.Py_ssize_t = len(text) if final else len(text) - 2 * _UNIT + 1
        self.text = text
        self.at = 0
        self.output.clear()
        while at < stop:
            if self.continued:
                end: cython.Py_ssize_t = at
                limit: cython.Py_ssize_t = min(stop, at + _MOST_REMOVED - self.removed)
                while end < limit and _is_blank(data[end]):
                    end += 1
                at = self.write(b"", at, end)
                if at == stop:
                    break
                self.continued = False
            byte: cython.int = data[at]
            if byte == BACKSLASH:
                at = self.escape(at)
                continue
            if byte in (LINE_FEED, CARRIAGE_RETURN):
                if self.line == _INSIDE:
                    self.write(_SEPARATOR, at, at + 1)
                self.line = _BEGINNING
            elif self.line == _BEGINNING and not _is_blank(byte):
                self.line = _COMMENT if byte in (NUMBER_SIGN, EXCLAMATION_MARK) else _INSIDE
            self.removed = 0
            at += 1
        self.copy(at)
        self.text = text[at:]
        decoded_text: bytes = self.output.all()
        return decoded_text

    def escape(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Read the backslash at ``at``; return the end of its escape."""
        data: cython.p_const_uchar = self.text
        size: cython.Py_ssize_t = len(self.text)
        byte: cython.int = data[at + 1] if at + 1 < size else 0
        end: cython.Py_ssize_t = at + 2
        if self.line == _BEGINNING:
            self.line = _INSIDE
        if end > size:
            return at + 1
        if byte in (LINE_FEED, CARRIAGE_RETURN):
            if self.line == _COMMENT or self.removed >= _MOST_REMOVED:
                return self.write(b" ", at, at + 1)  # the line ends
            self.continued = True
            return self.write(b"", at, end + (byte == CARRIAGE_RETURN and end < size and data[end] == LINE_FEED))
        self.removed = 0
        if byte == SMALL_U:
            if not self.is_unit(at):
                return at + 1
            end = at + _UNIT
            if data[at + 2] | 0x20 == SMALL_D and DIGIT_8 <= data[at + 3] | 0x20 <= SMALL_B and self.is_unit(end):
                end += _UNIT
        elif byte not in (SMALL_N, SMALL_T, SMALL_R, SMALL_F):
            return self.write(part_of(self.text, at + 1, end), at, end)
        return self.write(decoded(part_of(self.text, at, end)), at, end)  # these are JSON's as well

    def is_unit(self, at: cython.Py_ssize_t) -> cython.bint:
        r"""Return True if there is an escape ``\uXXXX`` at ``at``."""
        data: cython.p_const_uchar = self.text
        i: cython.Py_ssize_t = at + 2
        if at + _UNIT > len(self.text) or data[at] != BACKSLASH or data[at + 1] != SMALL_U:
            return False
        while i < at + _UNIT and hex_value(data[i]) < 16:
            i += 1
        return i == at + _UNIT

    def copy(self, end: cython.Py_ssize_t) -> cython.int:
        """Write the bytes before ``end`` as they are."""
        if end > self.at:
            self.output.copy(self.text, self.at, end - self.at)
            self.map.copied(end - self.at)
            self.at = end
        return 0

    def write(self, text: bytes, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write the text of the source from ``at`` to ``end``; return ``end``."""
        self.copy(at)
        if at == end:
            return end
        self.output.copy(text, 0, len(text))
        self.map.replaced(len(text), part_of(self.text, at, end))
        self.at = end
        if not text:
            self.removed += end - at
        return end


@cython.cfunc
@cython.exceptval(check=False)
@cython.inline
def _is_blank(byte: cython.int) -> cython.bint:
    return byte in (SPACE, TAB, FORM_FEED)
