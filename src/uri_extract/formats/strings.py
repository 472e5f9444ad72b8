"""Binary files: find references in their strings, in ASCII as in any text, and in UTF-16.

A string in UTF-16 is a sequence of ASCII characters with a NUL after each, in either byte order, at any offset. A
string can only contain a reference if it has a colon between two NULs (with some options also a dot, or ``@``), so most
bytes cost no more than the search for that.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import pairwise
from operator import itemgetter

import uri_extract._compat._re as re
from uri_extract._compat._ascii import COLON, LINE_FEED
from uri_extract._compat._typing import Any, Final, NamedTuple
from uri_extract.limits import MAX_OUTLOOK, MAX_STRING_BEFORE, MAX_TEXT_CHECK
from uri_extract.mail.beginnings import COMPOUND
from uri_extract.markup.bases import own_base
from uri_extract.markup.urls import kind_bits
from uri_extract.rows import LineCounter, Page, Pool, Rows, compact, layout, page_of
from uri_extract.rows.details import NO_ORIGIN, Origin
from uri_extract.rows.records import Problem
from uri_extract.text.base import BaseScanner
from uri_extract.text.link_text import link_text
from uri_extract.text.options import DEFAULTS, ScanOptions
from uri_extract.text.scanner import TextScanner

# -- Find where strings of a binary file end that are followed by other data without a separator -----------------------
#
# A reference found there may run into the data after its string: the type and length of the next field, and that
# field's text. These signs show where the string ends:
#
# - A length before the string: one byte (ASN.1, X.690 §8.1.3.4; Python's ``marshal``, Protocol Buffers, MessagePack,
#   property lists), two bytes, big-endian (Java class files, ASN.1, MessagePack), four bytes, little-endian
#   (``marshal``, ``pickle``, Parquet), or a varint (Protocol Buffers, .NET). Text in PNG has four bytes before its
#   keyword. In OpenPGP the byte before the string is its type, and the length before the type counts both (RFC 9580
#   §5.2.3.7).
# - A byte that is not UTF-8 is not a letter, because single-byte charsets belong to text files.
# - Compilers of Rust and Go put literals one after the other, with nothing between: a letter or digit directly before
#   "http://" ends a string.

# The bytes of ASCII text.
_TEXT: Final = bytes([9, 10, 13, *range(0x20, 0x7F)])
_UTF_8: Final = re.compile(
    rb"(?:[\0-\x7f]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})+"
)
_LETTER_AT_END: Final = re.compile(rb"(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})[\x80-\xbf]\Z")
# The last character of a string before the next string; not that of a percent-encoded one, as in "%2Fhttp://".
_GLUED: Final = re.compile(rb"(?<!%)(?<!%[0-9A-Fa-f])[0-9A-Za-z](?=https?://[0-9A-Za-z\[])")
# The scheme of a reference, its slashes, and one more character: the shortest reference.
_LEAST: Final = re.compile(rb"[^:]*:(?://)?[^/]")
# A web scheme before its colon, after "+", "." or "-" that may belong to the string before: "z+http:".
_WEB: Final = re.compile(rb"(?<=[+.-])(?:https?|ftp)(?=:)")
# The marks of Word before the code of a field and between it and its result, and those that end it.
_FIELD_MARKS: Final = (0x13, 0x14)
_FIELD_END: Final = re.compile(rb"[.,;:!?]*[\x14\x15]")
# Bytes before a length of two bytes in Java class files, ASN.1 and MessagePack.
_TWO_BYTES: Final = b"\1\x82\xda"
# The most bytes that can begin a field, if its length is the code of a character: its type, and its length.
_FIELD_BEGIN: Final = 2
_LINE: Final = re.compile(rb"[^\t\n\r ]*")
# Characters that people and programs write before a reference without a blank.
_BEFORE_REFERENCE: Final = b"\t\n\r =:,;|"
_NO_PUNCTUATION: Final = b"!#$%&?@^0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_WORD: Final = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
# Types of subpackets of OpenPGP whose value is a URI: a key server, a policy (RFC 9580 §5.2.3.26, §5.2.3.28). Bit 7 is
# the critical bit (§5.2.3.7).
_URI_SUBPACKETS: Final = (24, 26)
# Bytes before the NULs that pad a string, as programs do to a multiple of the word size.
_BEFORE_PADDING: Final = bytes([0, *_TEXT])
# A tEXt chunk of PNG: its length, its type, a keyword, a NUL; a checksum follows the text (PNG §11.3.3).
_MOST_KEYWORD: Final = 79
_TEXT_CHUNK: Final = re.compile(rb"([\0-\x7f].{3})tEXt[ -~\xa1-\xff]{1,79}\0\Z", re.DOTALL)


def parts(window: bytes, start: int, end: int, enclosed: bool) -> list[tuple[int, int]]:
    """Return the parts of strings that the text from ``start`` to ``end`` consists of; none if it is in one string.

    Text that is ``enclosed`` by quotation marks or brackets ends with them, not by a length.
    """
    text = window[start:end]
    ascii_alone = text.isascii()
    before = window[max(0, start - MAX_STRING_BEFORE) : start]
    if ascii_alone and (enclosed or not before.rstrip(_TEXT)) and text.find(b"http", 1) < 0:
        return []  # nearly all references, in a text that has a NUL somewhere
    least = _LEAST.match(window, start, end)
    past = least.end() if least else end
    valid = [(start, end)] if ascii_alone else [match.span() for match in _UTF_8.finditer(window, start, end)]
    lengths = [] if enclosed or not valid else _length_ends(window, start, valid[0][1])
    found: list[tuple[int, int]] = []
    for begin, stop in valid:
        cuts = [each for each in lengths if begin < each < stop]
        if past < stop:
            cuts += [match.end() for match in _GLUED.finditer(window, max(begin, past), stop)]
        found += pairwise(sorted([begin, *cuts, stop]))
    return [] if found == [(start, end)] else found


def _length_ends(window: bytes, start: int, end: int) -> list[int]:
    """Return where the string of a reference ends, if the length before it says that this is within the reference.

    The start of the string comes first, if that is not where the reference was found to begin.
    """
    least = _LEAST.match(window, start, end)
    if least is None:
        return []
    scheme = _WEB.search(window, start, least.end())
    begin = scheme.start() if scheme else start
    before = window[max(0, begin - MAX_STRING_BEFORE) : begin]
    run = len(before.rstrip(_TEXT))
    if not run or _LETTER_AT_END.search(before, max(0, run - 4), run):
        return []
    run += begin - len(before)
    begins = [begin] * (begin > start)
    # If a line feed is the type or the length of the next field, two lines were joined.
    line = _LINE.match(window, begin, end)
    line_end = line.end() if line else end
    for each in _ends(window, run, begin, line_end):
        if each == line_end:
            return begins
        # "http://" alone is a string, too: in "http://z" the "z" belongs to the next one.
        if (least.end() if line_end - each > _FIELD_BEGIN else least.end() - 1) <= each < line_end:
            return [*begins, each]
    return []


def _ends(window: bytes, run: int, start: int, end: int) -> Iterator[int]:
    """Yield the end of the string for each length that may precede it. The text before the string begins at ``run``."""
    # Fields in sequence up to this one, each with one byte for its type and one for its length.
    at, length = run, window[run - 1]
    while at + length + 2 <= start and length:
        at += length + 2
        length = window[at - 1]
        if at == start and _is_length(length, 2, end - start - length):
            yield start + length
    length = window[start - 1]
    if start == run + 1 and 0 < window[run - 1] < 0x20:  # the second byte of a length
        yield start + (window[run - 1] << 8 | length)
    if start > run and _is_length(length, start - run, end - start - length):
        yield start + length
    chunk = _TEXT_CHUNK.search(window, max(0, run - _MOST_KEYWORD - 9), run)
    if chunk:
        yield chunk.end(1) + 4 + int.from_bytes(chunk[1])
    for length in _lengths(window, run, start, end):
        # If other text precedes the reference, this counts only if the rest after the string can begin a field.
        if start == run or 0 <= end - run - length <= _FIELD_BEGIN:
            yield run + length


def _is_length(length: int, distance: int, rest: int) -> bool:
    """Return True if the byte before a string, which is the code of a character, may be its length.

    ``distance`` is the number of text bytes between the last byte that is not text and the string; ``rest`` is the
    number of bytes found after the string. After other text (``distance`` > 2) the byte counts only if the rest can
    begin a field, and if it is not punctuation. Otherwise a letter or digit always counts; other characters count if
    the rest can begin a field, or after a type byte if people do not write them before a reference.
    """
    begins_field = 0 < rest <= _FIELD_BEGIN
    if distance > 2:
        return begins_field and length in _NO_PUNCTUATION
    return begins_field or length in _WORD or (distance == 2 and length not in _BEFORE_REFERENCE)


def _lengths(window: bytes, run: int, start: int, end: int) -> Iterator[int]:
    """Yield the possible lengths of the string at ``run``, as encoded in the bytes before it, which are not text."""
    last, second = window[run - 1], window[run - 2] if run > 1 else 0
    if last:
        if last in _FIELD_MARKS and _FIELD_END.match(window, end):
            return
        # Such a type could be a length, too. So the length of the subpacket comes first, but counts only if it is that
        # of all the text that was found.
        if start == run and last & 0x7F in _URI_SUBPACKETS and end - start in _subpacket_lengths(window, run):
            yield end - start
        if run > 2 and window[run - 3] in _TWO_BYTES:
            yield second << 8 | last
        yield last
        if second >= 0x80 > last:
            yield last << 7 | second & 0x7F
    elif run > 4 and not second and not (window[run - 4] in _TEXT and window[run - 5] in _BEFORE_PADDING):
        yield window[run - 3] << 8 | window[run - 4]


def _subpacket_lengths(window: bytes, run: int) -> Iterator[int]:
    """Yield the possible lengths of the string at ``run``, if a subpacket of OpenPGP begins before it."""
    if run > 1:
        yield window[run - 2] - 1
    if run > 2 and 192 <= window[run - 3] < 255:
        yield (window[run - 3] - 192 << 8) + window[run - 2] + 192 - 1


# -- The scanner of binary files ---------------------------------------------------------------------------------------

# Such a sign, if it is neither the first nor the last character of its string: a scheme or a name is before it.
_COLON: Final = re.compile(rb"(?<=[\t\n\r -~])\0:\0(?=[\t\n\r -~])")
_ANY: Final = re.compile(rb"(?<=[\t\n\r -~])\0[:.@]\0(?=[\t\n\r -~])")
# Characters of a string with a NUL after each, up to this many at a time; and those before a place, read backwards.
_MOST: Final = 1 << 15
_CHARACTERS: Final = re.compile(rb"(?:[\t\n\r -~]\0){1,%d}" % _MOST)
_CHARACTER: Final = re.compile(rb"[\t\n\r -~]")
_BEFORE: Final = re.compile(rb"(?:\0[\t\n\r -~]){0,%d}" % MAX_STRING_BEFORE)


# The text before a namespace name or the system identifier of a DTD in XML, and the number of bytes searched for it.
_NAME: Final = re.compile(
    rb"(?:xmlns(?::[\w.-]{1,64})?[ \t\r\n]?=[ \t\r\n]?|(?:PUBLIC[ \t\r\n]\"[^\"]{0,64}\"|SYSTEM)[ \t\r\n])[\"']\Z"
)
_BEFORE_NAME: Final = 96


class _StringScanner(TextScanner):
    """Find the references in strings. Names of namespaces and DTDs are left out: nearly all pictures contain some.

    Text that runs into the next string (:func:`parts`) is read again, each part by itself. ``binary_from`` is
    the offset from which the file is known to be binary. Before it, namespace names and line breaks are treated as in
    text.
    """

    raw = False
    binary_from = 0
    _again: TextScanner | None = None

    def __init__(self, options: ScanOptions, **document: Any) -> None:
        super().__init__(options, **document)
        self._of_part = document | {"charset": None}

    def _read_rows(self) -> None:
        rows = self.rows
        begin = rows.count
        super()._read_rows()
        kept: Rows | None = None
        done = begin  # rows before this one are kept, or were dropped
        window, offset, decides = self._windows.window, self._windows.offset, self._decisions is not None
        for row in range(begin, rows.count):
            start = rows.get(row, layout.START)
            if start < self.binary_from or (decides and self._is_decision(row)):
                continue
            start -= offset
            divided: list[tuple[int, int]] = []
            dropped = _NAME.search(window[max(0, start - _BEFORE_NAME) : max(0, start)]) is not None
            if not dropped:
                # Text in quotation marks or brackets ends with them.
                enclosed = rows.get(row, layout.BITS) & layout.DELIMITER != layout.WHITESPACE
                divided = parts(window, start, rows.get(row, layout.END) - offset, enclosed)
                if not divided:
                    continue
            if kept is None:
                kept = Rows(rows.pool)
                kept.append(rows, 0, begin)
            # The part is read again, with its own decision.
            decided = decides and divided and row > done and self._is_decision(row - 1) and self._is_at(row - 1, row)
            kept.append(rows, done, row - done - bool(decided))
            for part in divided:
                self._read_part(row, *part, kept)
            done = row + 1
        if kept is not None:
            kept.append(rows, done, rows.count - done)
            rows.drop(rows.count)
            kept.move(rows, kept.count)

    def _is_decision(self, row: int) -> bool:
        return self.rows.get(row, layout.BITS) & layout.KIND in (layout.FOUND, layout.NOT_FOUND)

    def _is_at(self, row: int, other: int) -> bool:
        return all(self.rows.get(row, column) == self.rows.get(other, column) for column in (layout.START, layout.END))

    def _read_part(self, row: int, begin: int, end: int, kept: Rows) -> None:
        if self._again is None:
            self._again = TextScanner(self._options._replace(refang=False), **self._of_part)
        text = self._windows.window[begin:end]
        if self.needs_colon and COLON not in text:
            return
        base, source = self._bases
        self._again.read_whole(text, base if source == "retrieval" else None, self._origin)
        offset, start, line, column = (
            self._windows.offset, *(self.rows.get(row, each) for each in (layout.START, layout.LINE, layout.COLUMN))
        )  # fmt: skip
        before = self._windows.window[start - offset : begin]
        if LINE_FEED in before:
            line += before.count(LINE_FEED)
            column = len(before) - before.rfind(LINE_FEED)
        else:
            column += len(before)
        found = self._again.rows
        for each in range(found.count):
            at, to, lines = found.get(each, layout.START), found.get(each, layout.END), found.get(each, layout.LINE) - 1
            across = found.get(each, layout.COLUMN)
            found.move_to(
                each, offset + begin + at, offset + begin + to, line + lines, across if lines else column + across - 1
            )
        found.move(kept, found.count)


class _Piece(NamedTuple):
    """A piece of a string: its offset there, its place, its line and that line's start in the file, its line there."""

    at: int
    place: int
    line: int
    line_start: int
    line_of_text: int


class StringsScanner(BaseScanner):
    """Find the references in one binary file. Sans-IO: bytes in, occurrences out.

    References are found as in text, except names of namespaces and DTDs in XML, and each ends with its string
    (:func:`parts`); ``raw`` of a reference in UTF-16 is the decoded text. A file without a NUL in its first
    :data:`~uri_extract.limits.MAX_TEXT_CHECK` bytes is text: strings in UTF-16 are not searched for, unless it is
    ``declared`` to be binary. If binary files are to be skipped, nothing is searched for.
    """

    restartable = True

    def __init__(
        self, options: ScanOptions = DEFAULTS, *, origin: Origin = NO_ORIGIN, base: str | None = None,
        charset: str | None = None, on_problem: Callable[[Problem], None] | None = None, declared: bool = True,
    ) -> None:  # fmt: skip
        self._pool = Pool()
        self._declared = declared
        self._on_problem = on_problem
        self._options = options
        self._anchor = _ANY if options.without_scheme else _COLON
        self._text = _StringScanner(
            options, origin=origin, base=base, charset=charset, on_problem=on_problem, pool=self._pool
        )
        self._rows = Rows(self._pool)
        self._found = Rows(self._pool)  # the rows of strings in UTF-16
        self._wide: TextScanner | None = None  # the scanner of strings in UTF-16, one after the other
        self._begin(base, origin)

    def restart(self, base: str | None, origin: Origin, charset: str | None = None) -> None:
        """Begin another document, with the same other options. State of the last one is discarded."""
        self._pool.clear()
        self._rows.drop(self._rows.count)
        self._found.drop(self._found.count)
        self._text.restart(base, origin, charset)
        self._wide = None
        self._begin(base, origin)

    def _begin(self, base: str | None, origin: Origin) -> None:
        self.closed = False
        self._base, self._origin = base, origin
        self._searches: bool | None = True if self._declared else None  # None: until a NUL is seen
        self._text.binary_from = 0 if self._declared else sys.maxsize
        self._window = b""  # bytes that may belong to a string that was not read yet, or precede it
        self._offset = 0
        self._searched = 0  # this many bytes of the window were searched
        self._held: bytearray | None = bytearray()  # a compound file, which can only be read as a whole
        self._string = -1  # the place of the next character of an unfinished string, else -1
        self._high_first = False  # its byte order
        self._lines = LineCounter()
        self._pieces: list[_Piece] = []
        self._size = 0  # characters of the current string
        self._text_lines = 1

    @property
    def codec(self) -> str | None:
        """The codec of the text scanner."""
        return self._text.codec

    def _read(self, chunk: bytes, final: bool) -> Page:
        if self._options.binary == "skip":
            return Page()
        if self._held is not None:
            self._held += chunk
            if not COMPOUND.startswith(self._held[: len(COMPOUND)]) or len(self._held) > MAX_OUTLOOK:
                self._held = None
        if self._searches is None:
            seen = self._offset + len(self._window)
            nul = chunk.find(b"\0", 0, max(0, MAX_TEXT_CHECK - seen))
            if nul >= 0:
                self._searches, self._text.binary_from = True, seen + nul
            elif seen + len(chunk) >= MAX_TEXT_CHECK:
                self._searches = False
        self._text.take(chunk, final)
        if self._searches and (self._text.codec or "").startswith(("utf-16", "utf-32")):
            self._searches = False  # text, by its byte order mark
        known = sys.maxsize if not self._searches else self._search(chunk, final)
        self.settled: int = min(self._text.settled, known)
        if self._searches is None:
            self._pass_over(chunk)
        return self._page(known, final)

    def _page(self, known: int, final: bool) -> Page:
        """Return a page of the rows in order: all strings in UTF-16 that begin before ``known`` were found."""
        rows, texts, found = self._rows, self._text.rows, self._found
        texts.sort()
        found.move(rows, found.count if final else found.before(self._text.settled))
        count = texts.count if final else texts.before(known)
        texts.move(rows, min(count, texts.before(found.get(0, layout.START))) if found.count else count)
        rows.sort()
        if final and self._held:
            self._add_hyperlinks(bytes(self._held))
        page = page_of(rows, rows.count, bool(texts.count or found.count))
        compact(self._pool, [rows, texts, found])
        return page

    def _add_hyperlinks(self, data: bytes) -> None:
        """Add the hyperlinks of a compound file, whose places are not known."""
        from uri_extract.formats.office.compound import hyperlinks  # few files are

        bases = own_base(self._base, self._options.default_base).pair
        for reference, text in hyperlinks(data):
            bits = kind_bits(reference) | layout.MARKUP
            row = self._rows.add(reference, reference, -1, -1, 1, 1, bits, bases, self._origin, "hyperlink")
            if text:
                self._rows.set_link_text(row, link_text(text))

    def _pass_over(self, chunk: bytes) -> None:
        """Count the lines of a chunk without NUL. Its last byte may be the first one of a string in UTF-16."""
        end = self._offset + len(self._window)
        self._lines.count_to(chunk, end, len(chunk))
        self._window = (self._window + chunk)[-2:]
        self._offset = end + len(chunk) - len(self._window)

    # -- strings in UTF-16 -------------------------------------------------------------------------------------------

    def _search(self, chunk: bytes, final: bool) -> int:
        """Read the strings in the next bytes; return the place before which all of them were found."""
        self._window += chunk
        at = self._searched
        while self._searches:
            if self._string >= 0:
                at = self._go_on(final)
                if self._string >= 0:
                    break
            found = self._anchor.search(self._window, at)
            if found is None:
                break
            self._begin_string(found.start() + 1, at)
        return self._forget(at)

    def _forget(self, at: int) -> int:
        """Drop bytes of the window that are no longer needed; it was read up to ``at``. Return as :meth:`_search`."""
        window = self._window
        self._searched = 0
        begin = max(at, len(window) - 2 * MAX_STRING_BEFORE - 2)
        if self._string >= 0:
            begin = self._string - self._offset
        self._lines.count_to(window, self._offset, begin)
        self._window = window[begin:]
        self._offset += begin
        if self._string < 0:
            return self._offset
        assert self._wide is not None
        return self._place(max(0, self._wide.settled))

    def _begin_string(self, anchor: int, least: int) -> None:
        """Begin the string around the character at index ``anchor`` of the window; it begins at ``least`` or later."""
        window = self._window
        match = _BEFORE.match(window[max(least, anchor - 2 * MAX_STRING_BEFORE) : anchor][::-1])
        start = anchor - (match.end() if match else 0)
        self._string = self._offset + start
        # The first byte is the high one if it is NUL and has an even offset.
        self._high_first = self._string % 2 == 1 and start > 0 and not window[start - 1]
        if self._wide is None:
            self._wide = _StringScanner(
                self._options, origin=self._origin, base=self._base, on_problem=self._take_problem, pool=self._pool
            )
        else:
            self._wide.restart(self._base, self._origin)
        self._pieces.clear()
        self._size, self._text_lines = 0, 1

    def _go_on(self, final: bool) -> int:
        """Read the current string as far as possible; return the index up to which the window was read."""
        window, at = self._window, self._string - self._offset
        ends = whole = False
        while not whole:
            match = _CHARACTERS.match(window, at)
            begin, at = at, match.end() if match else at
            whole = at - begin < 2 * _MOST
            ends = whole and (final or len(window) - at >= 2)
            self._string = self._offset + at
            if ends and self._high_first and at < len(window) and _CHARACTER.match(window, at):
                at += 1
            self._take(begin, at, ends)
        if ends:
            self._string = -1
        return at

    def _take(self, begin: int, end: int, final: bool) -> None:
        """Scan the characters of the string between two indexes of the window."""
        assert self._wide is not None
        if begin < end:
            lines, place = self._lines, self._offset + begin - self._high_first
            lines.count_to(self._window, self._offset, begin)
            self._pieces.append(_Piece(self._size, place, lines.number, lines.start, self._text_lines))
        elif not final:
            return
        text = self._window[begin:end:2]
        self._size += len(text)
        self._text_lines += text.count(b"\n")
        self._scan(self._wide, text, final)

    def _scan(self, wide: TextScanner, text: bytes, final: bool) -> None:
        """Find the references in the next characters of a string, and set their places in the file."""
        rows = wide.rows
        wide.take(text, final)
        for row in range(rows.count):
            at = rows.get(row, layout.START)
            piece = self._pieces[self._number(at)]
            start, line = self._place(at), rows.get(row, layout.LINE)
            if line == piece.line_of_text:
                column = start - piece.line_start + 1
            else:
                column = 2 * rows.get(row, layout.COLUMN) - self._high_first
            end = self._place(rows.get(row, layout.END) - 1) + 2
            rows.move_to(row, start, end, piece.line + line - piece.line_of_text, column)
        rows.move(self._found, rows.count)

    def _number(self, at: int) -> int:
        return max(0, bisect_right(self._pieces, at, key=itemgetter(0)) - 1)

    def _place(self, at: int) -> int:
        """Return the place in the file of a character of the current string."""
        if not self._pieces:
            return self._string - self._high_first
        piece = self._pieces[self._number(at)]
        return piece.place + 2 * (at - piece.at)

    def _take_problem(self, problem: Problem) -> None:
        if self._on_problem is not None:
            self._on_problem(problem._replace(offset=self._place(problem.offset)))
