"""A stretch of an office document whose text is read as one: a paragraph, a cell; what was found in it is placed."""

from __future__ import annotations

from bisect import bisect_right

from uri_extract._typing import TYPE_CHECKING, NamedTuple
from uri_extract.decode.xml_references import reference
from uri_extract.media.text import SEPARATOR

if TYPE_CHECKING:
    from collections.abc import Iterable


class Piece(NamedTuple):
    """A piece of text, the place of its source in the document, and the bytes of that.

    ``version``: 0 if it is in all versions of the text, otherwise :data:`INSERTED` or :data:`DELETED`. ``element`` is
    the one that directly contains it, None in an attribute.
    """

    text: bytes
    place: int
    size: int
    version: int = 0
    element: str | None = None


INSERTED, DELETED = 1, 2
_new = tuple.__new__  # what the class has takes longer


class Joined:
    """Text that was joined from pieces, and the way back to the document."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self._pieces = [each for each in pieces if each.text]
        if len(self._pieces) == 1:  # as most cells have
            self._starts: list[int] = [0]
            self.text: bytes = self._pieces[0].text
            return
        self._starts = []
        size = 0
        for each in self._pieces:
            self._starts.append(size)
            size += len(each.text)
        self.text = b"".join([each.text for each in self._pieces])

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the document of that part of the text; what was replaced there counts as a whole."""
        first = self._at(start)
        last = first if end <= start else self._at(end - 1)
        begin, piece = self._pieces[first].place, self._pieces[first]
        if len(piece.text) == piece.size:
            begin += start - self._starts[first]
        piece = self._pieces[last]
        stop = piece.place + piece.size
        if len(piece.text) == piece.size:
            stop = piece.place + end - self._starts[last]
        return begin, max(begin, stop)

    def element(self, position: int) -> str | None:
        """Return the element that directly contains a part of the text."""
        return self._pieces[self._at(position)].element

    def has(self, version: int, start: int, end: int) -> bool:
        """Return True if some of that part of the text is in that version only."""
        return any(each.version == version for each in self._pieces[self._at(start) : self._at(end - 1) + 1])

    def _at(self, position: int) -> int:
        return max(0, bisect_right(self._starts, position) - 1) if len(self._starts) > 1 else 0


class Reference(NamedTuple):
    """A reference in markup. ``shown`` are the pieces of text that it is shown as, as far as they are known."""

    start: int
    end: int
    text: str
    delimiter: int
    element: str
    attribute: str | None
    rel: str | None
    shown: list[bytes]


class Unit:
    """The text and the references between two places of a document where nothing goes on.

    ``start`` is where it begins, if one is open.
    """

    def __init__(self) -> None:
        self.begin(-1)

    def begin(self, start: int) -> None:
        """Begin at that byte of the document; -1: there is no unit."""
        self.start = start
        self.is_open: bool = start >= 0
        self.pieces: list[Piece] = []
        self.references: list[Reference] = []
        self.deleted: bool = False

    def separate(self, place: int) -> None:
        """Let nothing go on from the text before to the text after."""
        if self.pieces and self.pieces[-1].text is not SEPARATOR:
            self.pieces.append(Piece(SEPARATOR, place, 0))

    def add(self, pieces: list[Piece]) -> None:
        """Add pieces of text."""
        self.pieces += pieces
        for piece in pieces:
            if piece.version == DELETED:
                self.deleted = True

    def readings(self) -> list[tuple[Joined, int]]:
        """Return the text; if some of it was deleted, also as it was before, where only what has such text counts."""
        if not self.deleted:
            return [(Joined(self.pieces), 0)]
        return [
            (Joined(each for each in self.pieces if each.version != DELETED), 0),
            (Joined(each for each in self.pieces if each.version != INSERTED), DELETED),
        ]


def pieces_of(run: bytes, place: int, version: int = 0, element: str | None = None) -> list[Piece]:
    """Return the pieces of a run of text, which is at that byte of the document, with character references decoded."""
    at = run.find(b"&")
    if at < 0:
        return [_new(Piece, (run, place, len(run), version, element))]
    pieces: list[Piece] = []
    begin = 0
    while at >= 0:
        found = reference(run, at)
        if found is None:
            at = run.find(b"&", at + 1)
            continue
        if begin < at:
            pieces.append(Piece(run[begin:at], place + begin, at - begin, version, element))
        begin = found[0]
        pieces.append(Piece(found[1].encode("utf-8", "replace"), place + at, begin - at, version, element))
        at = run.find(b"&", begin)
    if begin < len(run):
        pieces.append(Piece(run[begin:], place + begin, len(run) - begin, version, element))
    return pieces


def shown(texts: list[bytes], most: int) -> bytes | None:
    """Return the text of a link: white space collapsed, at most this many bytes; None if there is none."""
    text = b" ".join(b"".join(texts).replace(b"\0", b" ").split())
    if len(text) > most:
        text = text[:most].decode("utf-8", "ignore").encode()
    return text or None
