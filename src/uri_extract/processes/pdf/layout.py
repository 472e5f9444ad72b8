"""The text of a PDF page in reading order, and the text under its links.

A PDF has the position of each character, but no lines or columns. Most programs write the columns of a page one after
the other; some write line by line across all columns.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from heapq import nlargest
from itertools import pairwise

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final, NamedTuple

#: PDFium's character for a hyphen at the end of a line; no line break follows it in the text.
LAST_HYPHEN: Final = "\ufffe"

_LINE: Final = re.compile(f"[^\r\n{LAST_HYPHEN}]+{LAST_HYPHEN}?|{LAST_HYPHEN}")
_BLANKS: Final = re.compile(" +")
# A soft hyphen within a line: a page has only what was drawn, so the font gives its hyphen the wrong code.
_DRAWN_HYPHEN: Final = re.compile("\u00ad(?=[^\r\n])")
# Indentation, perhaps with the mark of LaTeX's listings and fvextra before the rest of a long line: a hooked arrow, or
# the two characters that it is drawn with. It is not text of the listing.
_CONTINUED: Final = re.compile(r"^ *(?:(?:\u21aa|,\u2192) *)?")

# A number before a host or a scheme, perhaps that of a footnote: then it has at most this part of their height.
_NOTE: Final = re.compile(r"(?<![\w./:-])[0-9]{1,3}(?=[A-Za-z][A-Za-z0-9-]{0,62}[.:])")
_SMALL: Final = 0.85

#: A gap of more than this, in heights of a line, may separate columns. Words of a justified line are closer.
_WIDE: Final = 0.9
#: The least number of lines with the same gap, and the least average of characters on each side of it, for columns.
#: Otherwise it is a table of numbers or a list with labels, and is read line by line.
_LINES_OF_COLUMN: Final = 3
_CHARACTERS_OF_COLUMN: Final = 15
#: The most candidates for starts of columns that are examined, those with the most lines.
_COLUMNS: Final = 8
#: The starts of lines in a column may differ by this many points.
_BESIDE: Final = 3.0
#: The most lines of a link whose text is read.
_LINES_OF_LINK: Final = 16

# Typographic characters in place of those of URIs.
_AS_WRITTEN: Final = str.maketrans({
    "\u02dc": "~", "\u223c": "~", "\u2010": "-", "\u2011": "-", "\u2212": "-", "\u2019": "'", "\u2018": "'",
    "\u00ad": "-", LAST_HYPHEN: "-",
})  # fmt: skip
# Characters before and after a reference that are not part of it.
_OPENING: Final = frozenset(" <([{\"'")
_AFTER: Final = frozenset(" >\"')]},;.")
# Marks the end of a reference before other characters.
_STOP: Final = "\0"
# Characters that typesetters let hang in the margin, outside of the link's box; characters between the lines of a link.
_HANGING: Final = frozenset((".", ",", "-", "_", "/", LAST_HYPHEN))
_LINE_END: Final = frozenset(("", "\r", "\n"))
_AT_LINE_END: Final = "\r\n .,-_/" + LAST_HYPHEN
_BETWEEN: Final = 8


class Box(NamedTuple):
    """The box of characters on the page, in points; the origin is at the bottom left."""

    left: float
    bottom: float
    right: float
    top: float


class Piece(NamedTuple):
    """Characters ``begin`` to ``end`` of the text, on one line and without a wide gap, and their position."""

    begin: int
    end: int
    left: float
    right: float
    middle: float
    height: float


#: The number of a piece, and the start and end of characters of it in the text.
_Place = tuple[int, int, int]


class Layout:
    """The pieces of a page's text. ``box`` returns the box of a character by its number."""

    def __init__(self, text: str, box: Callable[[int], Box]) -> None:
        self.text: str = _DRAWN_HYPHEN.sub("-", text)
        self._box = box
        lines = (self._of_line(*line.span()) for line in _LINE.finditer(self.text))
        self._pieces = _ordered([piece for line in lines for piece in line])
        self._by_height: list[tuple[float, int]] = []  # the middle and the number of each piece
        self._centres: dict[int, list[float]] = {}
        # The ends of characters that are replaced, and their replacements.
        self._edits: dict[int, tuple[int, str]] = {
            note.start(): (note.end(), f"{note[0]} ")
            for note in _NOTE.finditer(self.text)
            if _height(box(note.start())) < _SMALL * _height(box(note.end()))
        }

    def _of_line(self, begin: int, end: int) -> Iterator[Piece]:
        line = self.text[begin:end]
        begin, end = end - len(_CONTINUED.sub("", line)), begin + len(line.rstrip(" "))
        if begin >= end:
            return
        first = self._box(begin)
        for blanks in _BLANKS.finditer(self.text, begin, end):
            last, after = self._box(blanks.start() - 1), self._box(blanks.end())
            height = _height(first)
            if not -height < after.left - last.right < _WIDE * height:
                yield _piece(begin, blanks.start(), first, last)
                begin, first = blanks.end(), after
        yield _piece(begin, end, first, self._box(end - 1))

    # -- links -------------------------------------------------------------------------------------------------------

    def links(self, annotations: Iterable[tuple[str, str, list[Box]]]) -> list[tuple[str, str, str]]:
        """Return the URI of each link, its action, and the text under it; if that is the URI, join it in the text.

        Adjacent annotations with the same URI are one link: many programs write one annotation for each line.
        """
        links: list[tuple[str, str, list[_Place]]] = []
        for uri, action, boxes in annotations:
            places = [place for box in boxes[:_LINES_OF_LINK] for place in self._under(box)]
            before = links[-1][2] if links and links[-1][0] == uri else []
            if before and places and self._goes_on(before[-1], places[0]):
                before.extend(places)
            else:
                links.append((uri, action, places))
        return [
            (uri, action, self._shown(uri, [[begin, end] for _, begin, end in places])) for uri, action, places in links
        ]

    def _goes_on(self, before: _Place, place: _Place) -> bool:
        """Return True if only a line's end is between two places."""
        if place[0] == before[0]:
            between = self.text[before[2] : place[1]] if before[2] <= place[1] else "no"
        elif place[0] == before[0] + 1:
            first, second = self._pieces[before[0]], self._pieces[place[0]]
            between = self.text[before[2] : first.end] + self.text[second.begin : place[1]]
        else:
            return False
        return len(between) < _BETWEEN and not between.strip(_AT_LINE_END)

    def _shown(self, uri: str, places: list[list[int]]) -> str:
        """Return the text of a link at these places, each a start and an end."""
        text = self.text
        if not places:
            return ""
        for place in places[:-1]:
            if text[place[1] : place[1] + 1] in _HANGING and text[place[1] + 1 : place[1] + 2] in _LINE_END:
                place[1] += 1
        first, last = places[0], places[-1]
        while first[0] < first[1] - 1 and text[first[0]] in _OPENING and not uri.startswith(text[first[0]]):
            first[0] += 1
        while last[0] < last[1] - 1 and text[last[1] - 1] in _AFTER and not uri.endswith(text[last[1] - 1]):
            last[1] -= 1
        whole = undivided(uri, ["".join(text[begin:end].split()).translate(_AS_WRITTEN) for begin, end in places])
        if whole is None:
            return " ".join(text[begin:end] for begin, end in places).replace(LAST_HYPHEN, "-")
        if not any(begin in self._edits for begin, _ in places):
            for begin, end in places:
                self._edits[begin] = (end, "")
            stop = "" if text[last[1] : last[1] + 1] in _AFTER else _STOP
            self._edits[first[0]] = (first[1], whole + stop)
        return whole

    def _under(self, box: Box) -> list[_Place]:
        """Return the places of characters in a box; an empty list for too many lines."""
        if not self._by_height:
            self._by_height = sorted((piece.middle, number) for number, piece in enumerate(self._pieces))
        low = bisect_left(self._by_height, (box.bottom, 0))
        high = bisect_left(self._by_height, (box.top, 0))
        if high - low > _LINES_OF_LINK:
            return []
        found = []
        for number in sorted(number for _, number in self._by_height[low:high]):
            piece = self._pieces[number]
            if piece.left < box.right and piece.right > box.left:
                centres = self._centres_of(piece)
                inside = [at for at, x in enumerate(centres, piece.begin) if box.left <= x <= box.right]
                if inside:
                    found.append((number, inside[0], inside[-1] + 1))
        return found

    def _centres_of(self, piece: Piece) -> list[float]:
        found = self._centres.get(piece.begin)
        if found is None:
            boxes = map(self._box, range(piece.begin, piece.end))
            found = self._centres[piece.begin] = [(each.left + each.right) / 2 for each in boxes]
        return found

    # -- text --------------------------------------------------------------------------------------------------------

    def in_reading_order(self) -> str:
        """Return the text, column by column, with the lines of the page."""
        parts: list[str] = []
        before: Piece | None = None
        for piece in self._pieces:
            if before is not None:
                parts.append(" " if _beside(before, piece) else "\n")
            parts.extend(self._edited(piece))
            before = piece
        return "".join(parts)

    def _edited(self, piece: Piece) -> Iterator[str]:
        at = piece.begin
        for begin in sorted(begin for begin in range(piece.begin, piece.end) if begin in self._edits):
            if begin >= at:
                yield self.text[at:begin]
                at, replacement = self._edits[begin]
                yield replacement
        yield self.text[at : piece.end].replace(LAST_HYPHEN, "-")


def _height(box: Box) -> float:
    return box.top - box.bottom


def _piece(begin: int, end: int, first: Box, last: Box) -> Piece:
    return Piece(begin, end, first.left, last.right, (first.bottom + first.top) / 2, _height(first))


def _beside(first: Piece, second: Piece) -> bool:
    """Return True if the second piece is on the line of the first one, and after it."""
    return abs(first.middle - second.middle) < first.height / 4 and second.left > first.right


def undivided(uri: str, parts: list[str]) -> str | None:
    """Return the part of a URI that a text with the lines ``parts`` shows; None if the text is not that URI.

    The scheme may be missing, and so may the slash of a path with nothing else (RFC 3986 §6.2.3). A hyphen at the end
    of a line that the URI does not have is the typesetter's. An underscore may be drawn, so that it is not a character.
    """
    if not any(parts):
        return None
    for begin in sorted({0, uri.find("://") + 3, uri.find(":") + 1}):
        shown = uri[begin:]
        end = _match(shown, parts)
        if end is not None:
            return shown[:end]
        if _match(shown.replace("_", ""), [part.replace("_", "") for part in parts]) is not None:
            return shown
    return None


def _match(uri: str, parts: list[str]) -> int | None:
    """Return the end of the text in a URI: the URI's end, or before a slash that ends it; None without a match."""
    at = 0
    for part in parts:
        if uri.startswith(part, at):
            at += len(part)
        elif part[-1:] == "-" and uri.startswith(part[:-1], at):
            at += len(part) - 1
        else:
            return None
    return at if uri[at:] in ("", "/") else None


def _ordered(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces in reading order: if lines were written across columns, one column after the other."""
    gutters = _gutters(pieces)
    if not gutters:
        return pieces
    found: list[Piece] = []
    columns: list[list[Piece]] = [[] for _ in range(len(gutters) + 1)]
    for piece in pieces:
        number = bisect_right(gutters, piece.left)
        crosses = number < len(gutters) and piece.right > gutters[number]
        if crosses or (columns[number] and piece.middle > columns[number][-1].middle + piece.height / 2):
            for column in columns:
                found += column
                column.clear()
        columns[number].append(piece)
        if crosses:
            found.append(columns[number].pop())
    for column in columns:
        found += column
    return found


def _gutters(pieces: list[Piece]) -> list[float]:
    """Return the left edges of columns that several lines were written across, from left to right."""
    # Adjacent pieces on a line: the left edge of the second, and the number of the first.
    beside = sorted(
        (second.left, number) for number, (first, second) in enumerate(pairwise(pieces)) if _beside(first, second)
    )
    candidates: list[tuple[int, float, list[int]]] = []
    at = 0
    while at < len(beside):
        left = beside[at][0]
        stop = bisect_right(beside, (left + _BESIDE, len(pieces)))
        if stop - at >= _LINES_OF_COLUMN:
            candidates.append((stop - at, left, sorted(number for _, number in beside[at:stop])))
        at = stop
    likely = nlargest(_COLUMNS, candidates)
    return sorted(left - _BESIDE / 2 for _, left, numbers in likely if _parts_columns(pieces, left, numbers))


def _parts_columns(pieces: list[Piece], left: float, numbers: list[int]) -> bool:
    """Return True if a column begins at ``left``: several lines of text have a gap there, and few others do not."""
    before = sum(pieces[number].end - pieces[number].begin for number in numbers)
    after = sum(pieces[number + 1].end - pieces[number + 1].begin for number in numbers)
    if min(before, after) < _CHARACTERS_OF_COLUMN * len(numbers):
        return False
    across = sum(piece.left < left - _BESIDE and piece.right > left for piece in pieces[numbers[0] : numbers[-1]])
    return across * _LINES_OF_COLUMN < len(numbers)
