# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

r"""Text formats that consist of fields, each of which is a text of its own: properties files of Java, CSV and TSV.

A separator follows each field: no reference continues in the next one.
"""

from __future__ import annotations

import cython

from uri_extract.scan._kernel import SEPARATOR

if not cython.compiled:
    from uri_extract._compat._ascii import (  # noqa: I001 - several to a line
        BACKSLASH, CARRIAGE_RETURN, DIGIT_8, EXCLAMATION_MARK, FORM_FEED, LINE_FEED, NUMBER_SIGN, QUOTATION_MARK,
        SMALL_B, SMALL_D, SMALL_F, SMALL_N, SMALL_R, SMALL_T, SMALL_U, SPACE, TAB,
    )  # fmt: skip
    from uri_extract.decode._json_strings import decoded
    from uri_extract.place._source_map import SourceMap, hex_value
    from uri_extract.rows._bytes import Bytes, next_byte, part_of

_SEPARATOR = cython.declare(bytes, SEPARATOR)


class FieldsDecoder:
    """The text, the output and the map of a decoder in UTF-8."""

    def __init__(self) -> None:
        self.map = SourceMap()
        self.output = Bytes()
        self.text = b""  # the bytes held, followed by the last chunk
        self.at = 0  # the bytes before this offset were written

    def take(self, chunk: bytes) -> int:
        """Begin the next bytes, after those that were held; return their size."""
        self.text = self.text + chunk if self.text else chunk
        self.at = 0
        self.output.clear()
        return len(self.text)

    def leave(self, end: cython.Py_ssize_t) -> bytes:
        """Hold the bytes from ``end`` on; return the output of those before."""
        self.copy(end)
        self.text = self.text[end:]
        output: bytes = self.output.all()
        return output

    def copy(self, end: cython.Py_ssize_t) -> cython.int:
        """Write the bytes before ``end`` as they are."""
        if end > self.at:
            self.output.copy(self.text, self.at, end - self.at)
            self.map.copied(end - self.at)
            self.at = end
        return 0

    def replace(self, text: bytes, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write a text for the source from ``at`` to ``end``; return ``end``."""
        self.copy(at)
        if at < end:
            self.output.copy(text, 0, len(text))
            self.map.replaced(len(text), part_of(self.text, at, end))
            self.at = end
        return end


# -- Properties files (``java.util.Properties.load``) ------------------------------------------------------------------
#
# A backslash before a line break continues the line: both are removed, with the white space after them. ``\n``, ``\t``,
# ``\r``, ``\f`` and ``\uXXXX`` are characters; a backslash before any other byte is removed. Comments are decoded too,
# because they often are settings that are switched off, but a comment ends with its line.

# Bytes of ``\uXXXX``. The longest escape is two of them, a surrogate pair.
_UNIT = cython.declare(cython.Py_ssize_t, 6)
# Bytes that are removed where lines continue, between two bytes of text; the rest is text.
_MOST_REMOVED = cython.declare(cython.Py_ssize_t, 1 << 10)

# Where in a line the next byte is: before its first character, after one, or in a comment.
_BEGINNING = cython.declare(cython.int, 0)
_INSIDE = cython.declare(cython.int, 1)
_COMMENT = cython.declare(cython.int, 2)


class PropertiesDecoder(FieldsDecoder):
    """Decodes a properties file."""

    def __init__(self) -> None:
        FieldsDecoder.__init__(self)
        self.line: cython.int = _BEGINNING
        self.continued = False  # white space here follows a line break that was removed
        self.removed = 0  # bytes removed since the last text

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes; return those that are complete, decoded."""
        size: cython.Py_ssize_t = self.take(chunk)
        data: cython.p_const_uchar = self.text
        at: cython.Py_ssize_t = 0
        stop: cython.Py_ssize_t = size if final else size - 2 * _UNIT + 1
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
        return self.leave(at)

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

    def write(self, text: bytes, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write the text of the source from ``at`` to ``end``; return ``end``."""
        if not text:
            self.removed += end - at
        return self.replace(text, at, end)


def _is_blank(byte: cython.int) -> cython.bint:
    return byte in (SPACE, TAB, FORM_FEED)


# -- CSV (RFC 4180) and TSV (IANA text/tab-separated-values), as programs export them ----------------------------------
#
# The delimiter is what divides the first records alike; a spreadsheet may name it in the first line ("sep=;"). A cell
# in quotation marks may contain delimiters and line breaks; in it, "" is one of them, and one that neither a delimiter
# nor a line break follows is text.

# The bytes by which the delimiter is chosen, and what it may be, in this order if two are as likely.
_SAMPLE = cython.declare(cython.Py_ssize_t, 1 << 12)
_DELIMITERS = cython.declare(bytes, b"\t;,|")
_MOST_RECORDS = cython.declare(cython.Py_ssize_t, 32)
_NAMED = cython.declare(bytes, b"sep=")


def delimiter_of(sample: bytes) -> int:
    """Return the delimiter of a document that begins so, -1 if each line is one cell.

    It is the one that occurs in most records as often as in the others, at least in every other record; if there are
    several, the one that divides them into more cells.
    """
    if sample[:4].lower() == _NAMED and sample[4:5] and sample[5:6] in (b"\r", b"\n"):
        return sample[4]
    kept = b"".join(sample.split(b'"')[::2])  # without quoted cells
    records = [line for line in kept.split(b"\n")[:_MOST_RECORDS] if line.strip()]
    found, best = -1, (0, 0)
    for delimiter in _DELIMITERS:
        counts = [line.count(delimiter) for line in records]
        most = max(set(counts) - {0}, key=lambda each: (counts.count(each), each), default=0)
        alike = counts.count(most)
        if most and 2 * alike >= len(counts) and (alike, most) > best:
            found, best = delimiter, (alike, most)
    return found


class CellsDecoder(FieldsDecoder):
    """Decodes CSV and TSV: the separator takes the place of what is between two cells."""

    def __init__(self) -> None:
        FieldsDecoder.__init__(self)
        self.delimiter: cython.int = 0  # not known yet
        self.begins = True  # a cell begins here
        self.quoted = False  # this is in a quoted cell

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes; return those that are complete, decoded."""
        size: cython.Py_ssize_t = self.take(chunk)
        data: cython.p_const_uchar = self.text
        at: cython.Py_ssize_t = 0
        if self.delimiter == 0:
            if size < _SAMPLE and not final:
                return b""
            self.delimiter = delimiter_of(self.text[:_SAMPLE])
        while at < size:
            byte: cython.int = data[at]
            if self.quoted:
                at = next_byte(self.text, QUOTATION_MARK, at, size)
                if at < 0:
                    at = size
                    break
                if at + 1 == size and not final:
                    break
                if at + 1 < size and data[at + 1] == QUOTATION_MARK:
                    at = self.replace(b'"', at, at + 2)
                elif at + 1 == size or self.ends_cell(data[at + 1]):
                    self.quoted = False
                    at = self.next_cell(at, at + 1)
                else:
                    at += 1
            elif self.ends_cell(byte):
                at = self.next_cell(at, at)
            elif self.begins and byte == QUOTATION_MARK:
                at = self.replace(b"", at, at + 1)
                self.begins = False
                self.quoted = True
            else:
                self.begins = self.begins and byte == SPACE
                at += 1
        return self.leave(at)

    def ends_cell(self, byte: cython.int) -> cython.bint:
        """Return True if this byte ends a cell that is not quoted."""
        return byte == self.delimiter or byte in (LINE_FEED, CARRIAGE_RETURN)

    def next_cell(self, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write the separator for what is between two cells, which begins at ``at`` and goes on at ``end``."""
        data: cython.p_const_uchar = self.text
        size: cython.Py_ssize_t = len(self.text)
        while end < size and self.ends_cell(data[end]):
            end += 1
        self.begins = True
        if end < size and data[end] == QUOTATION_MARK:
            end += 1
            self.begins = False
            self.quoted = True
        return self.replace(_SEPARATOR, at, end)
