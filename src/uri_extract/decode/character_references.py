"""Character references of HTML (HTML standard §13.2.5.72 to §13.2.5.80), undone with their places kept.

:func:`decode` is for the value of an attribute, which is available as a whole; :class:`TextDecoder` for text, which
comes in pieces and is as long as the document.
"""

from __future__ import annotations

from array import array
from functools import lru_cache

import uri_extract._re as re
from uri_extract._ascii import AMPERSAND
from uri_extract._typing import TYPE_CHECKING
from uri_extract.decode.named_references import LONGEST, LONGEST_LEGACY, SHORTEST_LEGACY, named
from uri_extract.decode.source_map import SourceMap
from uri_extract.scan import variant

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uri_extract.pages import Rows

    # From bytes, the place of a "&" in them, and whether it is an attribute's: where the reference ends, what it means.
    Reference = Callable[[bytes, int, bool], tuple[int, str] | None]


_VARIANT = variant("uri_extract.decode._character_references")
_DECODE, _MOVE_ROWS = _VARIANT.decode_character_references, _VARIANT.move_rows
_SEGMENTS = variant("uri_extract.decode._segments").Segments

#: Bytes of a numeric reference in text, with its ``&#``. No character needs more than ten; a longer one, of zeros,
#: stays as it is in text, where it would have to be held.
REACH = 64

# What may be a reference. A name is looked at no further than the longest one goes.
_REFERENCE = re.compile(
    rb"&(?:#(?:[xX](?P<hex>[0-9A-Fa-f]++)|(?P<decimal>[0-9]++));?+|(?P<name>[0-9A-Za-z]{1,%d}+;?+))" % LONGEST
)

# What is not as it is written in a value; of a reference in HTML all that matters if it ends in a semicolon.
_UNDONE = re.compile(rb"\r\n?+|\0|&(?:#?[0-9A-Za-z]{1,%d}+;)?" % LONGEST)
# What makes a value other than the bytes that stand for it; beyond ASCII places differ.
_SPECIAL = re.compile(rb"[&\r\0\x80-\xff]")
_CHANGED = re.compile(r"[&\r\0]")
# What a translation leaves of a byte that its encoding has not (PEP 383): one U+FFFD to a browser, and as long.
_UNDECODED = re.compile(rb"\xed[\xb2\xb3][\x80-\xbf]")
_OF_SURROGATES = 0xED  # the first byte of what encodes one

# §13.2.5.80, the table: these code points are what windows-1252 has at that byte.
_NOT_IN_WINDOWS_1252 = frozenset((0x81, 0x8D, 0x8F, 0x90, 0x9D))


class Value:
    """The value of an attribute: ``text`` as a browser has it, and where in ``raw`` its characters are."""

    __slots__ = ("_places", "raw", "text")

    def __init__(self, raw: bytes, text: str, places: array[int] | None) -> None:
        self.raw: bytes = raw
        self.text: str = text
        # Where each character begins in ``raw``, and where the last one ends; None where that is its number.
        self._places = places

    def place(self, position: int) -> int:
        """Return the byte of ``raw`` at which the character ``position`` of ``text`` begins; its length gives the end.

        A character that was part of a reference is located where that begins.
        """
        return position if self._places is None else self._places[position]

    @property
    def mapped_span(self) -> Callable[[int, int], tuple[int, int]] | None:
        """:meth:`span`; None if places in ``text`` are those in ``raw``."""
        return None if self._places is None else self.span

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the bytes of ``raw`` that stand for ``text[start:end]``: references as a whole."""
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
    """Return the value of an attribute whose bytes, in UTF-8, are ``raw``, without its quotes.

    References are undone by the rules for attributes: one without a semicolon before ``=``, a letter or a digit
    stays. Line breaks become line feeds (§13.2.3.5), a NUL and what is not UTF-8 become U+FFFD. ``reference`` tells
    what a reference means where that is not HTML's.
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
        return Value(raw, _undo_all(raw, places, reference or _reference), places)
    _place(raw, 0, places)
    places.append(len(raw))
    return Value(raw, text, places)


def decoded(raw: bytes) -> str:
    """Return text, in UTF-8, with its references decoded by the rules for text."""
    if AMPERSAND in raw:
        raw = _DECODE(raw, len(raw), len(raw), [], REACH, b"\n", character, False, 0, 0, _SEGMENTS())[0]
    return raw.decode("utf-8", "replace")


def _undo_all(raw: bytes, places: array[int], reference: Reference) -> str:
    """Return the text of an attribute's value, and note the places of its characters."""
    parts: list[str] = []
    at = 0
    for match in _UNDONE.finditer(raw):
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
    """Return the text that was encoded as ``raw``, and note where each character begins, the first one at ``begin``."""
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
    """Return of how many bytes a character was decoded; what is no UTF-8 was replaced by one for a stretch."""
    if character < "\x80":
        return 1
    encoded = character.encode()
    if character != "\ufffd" or raw.startswith(encoded, at):
        return len(encoded)
    # Python replaces what the Encoding Standard does: the longest beginning of a character, or a byte.
    for size in (3, 2):
        piece = raw[at : at + size]
        if len(piece) == size and piece.decode("utf-8", "replace") == "\ufffd":
            return size
    return 1


def _reference(raw: bytes, begin: int, attribute: bool) -> tuple[int, str] | None:
    """Return where the character reference ends that begins at the ``&`` there, and what is meant; None for none."""
    match = _REFERENCE.match(raw, begin)
    if match is None:
        return None
    kind = match.lastgroup
    if kind is not None and kind != "name":
        digits = match[kind].lstrip(b"0")
        # int() takes its time over many digits, and U+10FFFF has seven.
        number = int(digits or b"0", 16 if kind == "hex" else 10) if len(digits) <= 8 else 0x110000
        return match.end(), character(number)
    name = match["name"].decode("ascii")
    table = named()
    if name.endswith(";") and name in table:
        return match.end(), table[name]
    # §13.2.5.73: as many characters as make a name.
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
    """Return how long the reference is that begins there in the value of an attribute, and what it means."""
    return _reference(source, 0, True)


def character(number: int) -> str:
    """Return what a numeric character reference means (§13.2.5.80)."""
    if number == 0 or number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
        return "\ufffd"
    if 0x80 <= number < 0xA0 and number not in _NOT_IN_WINDOWS_1252:
        return bytes((number,)).decode("cp1252")
    return chr(number)


class TextDecoder:
    """Decodes the character references in text, in UTF-8.

    ``feed`` takes the next bytes of text. Where the text ends, at a tag or a comment, ``skip`` takes the bytes of
    that: what a reference began with stays as it is. A reference to a line feed becomes ``line_feed``: whoever counts
    the lines of the source has another. ``xml``: references are those of XML.
    """

    def __init__(self, line_feed: bytes = b"\n", xml: bool = False) -> None:
        self.map: SourceMap = SourceMap()
        self._xml = xml
        self._held = b""
        self._held_verbatim: list[tuple[int, int]] = []  # spans of that
        self._line_feed = line_feed
        #: Every byte that was searched for references, as often as it was.
        self.examined: int = 0

    def feed(
        self, chunk: bytes, final: bool = False, verbatim: Sequence[tuple[int, int]] = (), size: int | None = None
    ) -> bytes:
        """Take the next bytes of text; return those that can be judged, references undone.

        In the spans ``verbatim`` of the chunk no reference begins. Where one that could begins before them and is not
        whole, something else ends it. With ``size`` only so much of the chunk is taken.
        """
        before = len(self._held)
        text, size = chunk, len(chunk) if size is None else size
        if before:
            text = self._held + chunk[:size]
            size = len(text)
            if size < 2 * REACH and not final and not verbatim:  # not worth a search yet
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
        """Do as :meth:`feed` with all of another text."""
        places = self.map = SourceMap()
        output: bytes
        output, places.taken, looked = _DECODE(
            text, size, size, [*verbatim], REACH, self._line_feed, character, self._xml, 0, 0, places.segments
        )
        self.examined += size + looked
        places.size = len(output)
        return output

    def skip(self, source: bytes, output: bytes = b"") -> bytes:
        """Take bytes that are no text, a tag for one; return what was still held of the text, and ``output``.

        ``output`` is what the scanner shall read in their place: nothing, or what ends a reference.
        """
        before = self.feed(b"", final=True)
        self.map.replaced(len(output), source)
        return before + output

    def move_rows(self, found: Rows, begin: int, line_place: tuple[int, int]) -> tuple[int, tuple[int, int]]:
        """Give rows their places in the source, from the one with the number ``begin`` on.

        Return the number of the first one in which a reference was decoded, or how many there are, and where the last
        line begins, in the output and in the source, as ``line_place`` has it.
        """
        places = self.map
        at, places.shift, line, start = _MOVE_ROWS(found, begin, places.segments, places.shift, *line_place)
        return at, (line, start)
