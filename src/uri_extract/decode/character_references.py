"""Decode character references of HTML (HTML Standard §13.2.5.72 to §13.2.5.80), keeping their places.

:func:`decode` is for the value of an attribute, which is available as a whole; :class:`TextDecoder` is for text, which
comes in chunks and may be as long as the document.
"""

from __future__ import annotations

from array import array
from functools import lru_cache

import uri_extract._compat._re as re
from uri_extract._compat._ascii import AMPERSAND
from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract.decode.named_references import LONGEST, LONGEST_LEGACY, SHORTEST_LEGACY, named
from uri_extract.place.source_map import SourceMap
from uri_extract.scan import variant

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uri_extract.rows import Rows

    # Takes bytes, the place of a "&" in them, and whether they are an attribute's; returns the end of the reference and
    # its characters, or None.
    Reference = Callable[[bytes, int, bool], tuple[int, str] | None]


_VARIANT = variant("uri_extract.decode._character_references")
_DECODE, _MOVE_ROWS = _VARIANT.decode_character_references, _VARIANT.move_rows
_SEGMENTS = variant("uri_extract.place._source_map").Segments

#: The maximum size of a numeric reference in text, with its ``&#``. No character needs more than ten bytes; a longer
#: one, with leading zeros, is not decoded, because it would have to be held.
REACH = 64

# A possible reference. A name is read no further than the longest name.
_REFERENCE = re.compile(
    rb"&(?:#(?:[xX](?P<hex>[0-9A-Fa-f]++)|(?P<decimal>[0-9]++));?+|(?P<name>[0-9A-Za-z]{1,%d}+;?+))" % LONGEST
)

# What is not copied from a value: line breaks, NUL, references. In HTML, one with a semicolon is matched as a whole.
_TRANSFORMED = re.compile(rb"\r\n?+|\0|&(?:#?[0-9A-Za-z]{1,%d}+;)?" % LONGEST)
# Bytes for which a value's text or its places may differ from its bytes.
_SPECIAL = re.compile(rb"[&\r\0\x80-\xff]")
_CHANGED = re.compile(r"[&\r\0]")
# What a translation makes of an undecodable byte (PEP 383): browsers show one U+FFFD, which is as long.
_UNDECODED = re.compile(rb"\xed[\xb2\xb3][\x80-\xbf]")
_OF_SURROGATES = 0xED  # the first byte of a surrogate in UTF-8

# §13.2.5.80: numbers that are not code points of windows-1252, the only ones of 0x80 to 0x9F not replaced.
_NOT_IN_WINDOWS_1252 = frozenset((0x81, 0x8D, 0x8F, 0x90, 0x9D))


class Value:
    """The value of an attribute: its ``text`` as a browser decodes it, and the places of its characters in ``raw``."""

    __slots__ = ("_places", "raw", "text")

    def __init__(self, raw: bytes, text: str, places: array[int] | None) -> None:
        self.raw: bytes = raw
        self.text: str = text
        # The place in ``raw`` of each character, and the end of the last one; None if places are the same in both.
        self._places = places

    def place(self, position: int) -> int:
        """Return the place in ``raw`` of the character ``position`` of ``text``; for the length of ``text``, the end.

        The place of a character that was part of a reference is that of the reference.
        """
        return position if self._places is None else self._places[position]

    @property
    def mapped_span(self) -> Callable[[int, int], tuple[int, int]] | None:
        """:meth:`span`; None if places in ``text`` and ``raw`` are the same."""
        return None if self._places is None else self.span

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in ``raw`` of ``text[start:end]``, with references as a whole."""
        places = self._places
        if places is None:
            return start, end
        if end <= start:
            return places[start], places[start]
        last = places[end - 1]
        while places[end] == last:  # a reference to two characters
            end += 1
        return places[start], places[end]


def decode(raw: bytes, reference: Reference | None = None) -> Value:
    """Return the value of an attribute whose bytes are ``raw``, in UTF-8, without its quotes.

    References are decoded by the rules for attributes: one without a semicolon before ``=``, a letter or a digit is not
    decoded. Line breaks become line feeds (§13.2.3.5); a NUL and bytes that are not UTF-8 become U+FFFD. ``reference``
    decodes references if they are not HTML's.
    """
    if not _SPECIAL.search(raw):
        return Value(raw, raw.decode("ascii"), None)
    if _OF_SURROGATES in raw:
        raw = _UNDECODED.sub(b"\xef\xbf\xbd", raw)
    text = raw.decode("utf-8", "replace")
    if text.isascii() and not _CHANGED.search(text):
        return Value(raw, text, None)
    places = array("q")
    if _CHANGED.search(text):
        return Value(raw, _decode_value(raw, places, reference or _reference), places)
    _place(raw, 0, places)
    places.append(len(raw))
    return Value(raw, text, places)


def decoded(raw: bytes) -> str:
    """Return text, given in UTF-8, with its references decoded by the rules for text."""
    if AMPERSAND in raw:
        raw = _DECODE(raw, len(raw), len(raw), [], REACH, b"\n", character, False, 0, 0, _SEGMENTS())[0]
    return raw.decode("utf-8", "replace")


def _decode_value(raw: bytes, places: array[int], reference: Reference) -> str:
    """Return the text of an attribute's value, and append the places of its characters to ``places``."""
    parts: list[str] = []
    at = 0
    for match in _TRANSFORMED.finditer(raw):
        begin, end = match.span()
        if begin < at:
            continue
        source = match[0]
        if source[:1] == b"&":
            whole = source[-1:] == b";" and reference is _reference
            found = _whole(source) if whole else reference(raw, begin, True)
            if found is None:
                continue
            end, meant = found
            end += begin * whole
        else:
            meant = "\ufffd" if source == b"\0" else "\n"
        if begin > at:
            parts.append(_place(raw[at:begin], at, places))
        parts.append(meant)
        if len(meant) == 1:
            places.append(begin)
        else:
            places.extend([begin] * len(meant))
        at = end
    parts.append(_place(raw[at:], at, places))
    places.append(len(raw))
    return "".join(parts)


def _place(raw: bytes, begin: int, places: array[int]) -> str:
    """Return bytes decoded, and append the place of each character to ``places``; the first one is at ``begin``."""
    text = raw.decode("utf-8", "replace")
    if len(text) == len(raw):
        if len(raw) == 1:
            places.append(begin)
        else:
            places.extend(range(begin, begin + len(raw)))
        return text
    at = 0
    for character in text:
        places.append(begin + at)
        at += _width(character, raw, at)
    return text


def _width(character: str, raw: bytes, at: int) -> int:
    """Return the number of bytes that a character was decoded from; U+FFFD may replace several that are not UTF-8."""
    if character < "\x80":
        return 1
    encoded = character.encode()
    if character != "\ufffd" or raw.startswith(encoded, at):
        return len(encoded)
    # Like the Encoding Standard, Python replaces the longest prefix of a character, or one byte.
    for size in (3, 2):
        piece = raw[at : at + size]
        if len(piece) == size and piece.decode("utf-8", "replace") == "\ufffd":
            return size
    return 1


def _reference(raw: bytes, begin: int, attribute: bool) -> tuple[int, str] | None:
    """Return the end of the character reference at a ``&``, and its characters; None if there is none."""
    match = _REFERENCE.match(raw, begin)
    if match is None:
        return None
    kind = match.lastgroup
    if kind is not None and kind != "name":
        digits = match[kind].lstrip(b"0")
        # int() is slow for many digits; U+10FFFF has seven
        number = int(digits or b"0", 16 if kind == "hex" else 10) if len(digits) <= 8 else 0x110000
        return match.end(), character(number)
    name = match["name"].decode("ascii")
    table = named()
    if name.endswith(";") and name in table:
        return match.end(), table[name]
    # §13.2.5.73: the longest prefix that is a name.
    for size in range(min(len(name), LONGEST_LEGACY), SHORTEST_LEGACY - 1, -1):
        if name[:size] in table:
            end = begin + 1 + size
            following = raw[end : end + 1]
            if attribute and (following == b"=" or following.isalnum()):
                return None
            return end, table[name[:size]]
    return None


@lru_cache(maxsize=1024)
def _whole(source: bytes) -> tuple[int, str] | None:
    """Return the size of the reference that begins the bytes, in an attribute's value, and its characters."""
    return _reference(source, 0, True)


def character(number: int) -> str:
    """Return the character of a numeric character reference (§13.2.5.80)."""
    if number == 0 or number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
        return "\ufffd"
    if 0x80 <= number < 0xA0 and number not in _NOT_IN_WINDOWS_1252:
        return bytes((number,)).decode("cp1252")
    return chr(number)


class TextDecoder:
    """Decodes the character references in text, in UTF-8.

    ``feed`` takes the next bytes of text. ``skip`` takes the bytes that end the text, such as a tag or a comment: an
    unfinished reference before them is not decoded. A reference to a line feed becomes ``line_feed``, which may be
    another character so that it is not counted as a line. ``xml``: decode the references of XML.
    """

    def __init__(self, line_feed: bytes = b"\n", xml: bool = False) -> None:
        self.map: SourceMap = SourceMap()
        self._xml = xml
        self._held = b""
        self._held_verbatim: list[tuple[int, int]] = []  # spans in the held bytes
        self._line_feed = line_feed
        #: The number of bytes searched for references, including repetitions.
        self.examined: int = 0

    def feed(
        self, chunk: bytes, final: bool = False, verbatim: Sequence[tuple[int, int]] = (), size: int | None = None
    ) -> bytes:
        """Take the next bytes of text; return those that are complete, with references decoded.

        References that begin in the ``verbatim`` spans of the chunk are not decoded. One that begins before such a span
        and is not complete there is ended by other bytes. With ``size`` only that many bytes of the chunk are taken.
        """
        before = len(self._held)
        text, size = chunk, len(chunk) if size is None else size
        if before:
            text = self._held + chunk[:size]
            size = len(text)
            if size < 2 * REACH and not final and not verbatim:  # too few bytes to search yet
                self._held = text
                return b""
        limit = size if final else size - REACH
        spans = list(verbatim)
        if before:
            spans = self._held_verbatim + [(first + before, last + before) for first, last in verbatim]
        places = self.map
        output: bytes
        output, end, looked = _DECODE(
            text, size, limit, spans, REACH, self._line_feed, character, self._xml, places.taken, places.size,
            places.segments,
        )  # fmt: skip
        self.examined += size + looked
        places.taken += end
        places.size += len(output)
        if final:
            self._held = b""
            self._held_verbatim = []
            return output
        self._held = text[end:size]
        while spans and spans[-1][0] >= size:
            spans.pop()
        self._held_verbatim = []
        while spans and spans[-1][1] > end:
            first, last = spans.pop()
            self._held_verbatim.insert(0, (max(first, end) - end, min(last, size) - end))
        return output

    def decode(self, text: bytes, verbatim: Sequence[tuple[int, int]], size: int) -> bytes:
        """Decode another text, which is complete, as :meth:`feed` does."""
        places = self.map = SourceMap()
        output: bytes
        output, places.taken, looked = _DECODE(
            text, size, size, [*verbatim], REACH, self._line_feed, character, self._xml, 0, 0, places.segments
        )
        self.examined += size + looked
        places.size = len(output)
        return output

    def skip(self, source: bytes, output: bytes = b"") -> bytes:
        """Take bytes that are not text, such as a tag; return the text still held, followed by ``output``.

        ``output`` is passed to the scanner in their place: nothing, or a byte that ends a reference.
        """
        before = self.feed(b"", final=True)
        self.map.replaced(len(output), source)
        return before + output

    def move_rows(self, found: Rows, begin: int, line_place: tuple[int, int]) -> tuple[int, tuple[int, int]]:
        """Change the places of the rows from number ``begin`` on to places in the source.

        Stop at a row in which a reference was decoded. Return its number, or the number of rows; and the start of the
        last line in the output and in the source, as in ``line_place``.
        """
        places = self.map
        at, places.shift, line, start = _MOVE_ROWS(found, begin, places.segments, places.shift, *line_place)
        return at, (line, start)
