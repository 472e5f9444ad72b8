"""A unit of an office document, whose text is read as one: a paragraph, a cell. Its references get their places.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from bisect import bisect_right

from uri_extract._typing import Any
from uri_extract.decode.xml_references import reference
from uri_extract.scan.windows import SEPARATOR

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract.media.office import vocabulary as roles

_SEPARATOR = cython.declare(bytes, SEPARATOR)


@cython.cclass
class Piece:
    """A piece of text, with the place and size of its source in the document.

    ``version`` is the only version with this text, 0 for all of them. ``element`` is the one that directly contains it,
    None in an attribute.
    """

    def __init__(
        self, text: bytes, place: cython.longlong, size: cython.longlong, version: cython.int, element: object
    ) -> None:
        self.text = text
        self.place = place
        self.size = size
        self.version = version
        self.element: Any = element


@cython.cclass
class JoinedText:
    """The joined text of pieces, without those of one version, and its map to the document."""

    def __init__(self, pieces: list[Piece], without: cython.int = 0) -> None:
        each: Piece
        size: cython.longlong = 0
        texts: list[bytes] = []
        self.pieces: list[Piece] = []
        self.starts: list[int] = []
        for each in pieces:
            if each.text and not (without and each.version == without):
                self.pieces.append(each)
                self.starts.append(size)
                texts.append(each.text)
                size += len(each.text)
        self.text = texts[0] if len(texts) == 1 else b"".join(texts)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the document of part of the text; a piece that was replaced counts as a whole."""
        first: cython.Py_ssize_t = self.at(start)
        last: cython.Py_ssize_t = first if end <= start else self.at(end - 1)
        each: Piece = self.pieces[first]
        begin: cython.longlong = each.place
        stop: cython.longlong
        if len(each.text) == each.size:
            begin += start - self.starts[first]
        each = self.pieces[last]
        stop = each.place + each.size
        if len(each.text) == each.size:
            stop = each.place + end - self.starts[last]
        return begin, max(begin, stop)

    def element(self, position: int) -> Any:
        """Return the element that directly contains a byte of the text."""
        each: Piece = self.pieces[self.at(position)]
        return each.element

    def has(self, version: int, start: int, end: int) -> bool:
        """Return True if any of that part of the text is only in that version."""
        each: Piece
        found: cython.bint = False
        for each in self.pieces[self.at(start) : self.at(end - 1) + 1]:
            found = found or each.version == version
        return bool(found)

    def at(self, position: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the number of the piece that contains a byte of the text."""
        return bisect_right(self.starts, position) - 1 if len(self.starts) > 1 and position > 0 else 0


@cython.cclass
class Reference:
    """A reference in markup. ``shown`` are the pieces of text that are shown for it, as far as they are known.

    ``partial``: computed text follows it.
    """

    def __init__(
        self, start: cython.longlong, end: cython.longlong, text: str, delimiter: cython.longlong, element: str,
        attribute: object, rel: object, shown: list[bytes],
    ) -> None:  # fmt: skip
        self.start = start
        self.end = end
        self.text = text
        self.delimiter = delimiter
        self.element = element
        self.attribute = attribute
        self.rel = rel
        self.shown = shown
        self.partial = False


@cython.cclass
class Unit:
    """The text and the references between two places of a document across which no text continues.

    ``start`` is the place of its start, if it is open.
    """

    def __init__(self) -> None:
        self.begin(-1)

    def begin(self, start: cython.longlong) -> cython.int:
        """Begin a unit at that byte of the document; -1: none."""
        self.start = start
        self.is_open = start >= 0
        self.pieces: list[Piece] = []
        self.references: list[Reference] = []
        self.deleted = False
        return 0

    def separate(self, place: cython.longlong) -> cython.int:
        """Separate the text before from the text after."""
        if self.pieces:
            last: Piece = self.pieces[len(self.pieces) - 1]
            if last.text is not _SEPARATOR:
                self.pieces.append(Piece(_SEPARATOR, place, 0, 0, None))
        return 0

    def add(self, added: Piece) -> cython.int:
        """Add a piece of text."""
        self.pieces.append(added)
        if added.version == roles.OLD_VERSION:
            self.deleted = True
        return 0

    def readings(self) -> list[tuple[JoinedText, int]]:
        """Return the text; if some was deleted, also the earlier version, for references with deleted text."""
        if not self.deleted:
            return [(JoinedText(self.pieces), 0)]
        return [
            (JoinedText(self.pieces, roles.OLD_VERSION), 0),
            (JoinedText(self.pieces, roles.NEW_VERSION), roles.OLD_VERSION),
        ]


def pieces_of(run: bytes, place: cython.longlong, version: cython.int, element: object) -> list[Any]:
    """Return the pieces of a run of text, at byte ``place`` of the document, with character references decoded."""
    at: cython.Py_ssize_t = run.find(b"&")
    begin: cython.Py_ssize_t = 0
    if at < 0:
        return [Piece(run, place, len(run), version, element)]
    pieces: list[Piece] = []
    while at >= 0:
        found: Any = reference(run, at)
        if found is None:
            at = run.find(b"&", at + 1)
            continue
        if begin < at:
            pieces.append(Piece(run[begin:at], place + begin, at - begin, version, element))
        begin, character = found
        pieces.append(Piece(character.encode("utf-8", "replace"), place + at, begin - at, version, element))
        at = run.find(b"&", begin)
    if begin < len(run):
        pieces.append(Piece(run[begin:], place + begin, len(run) - begin, version, element))
    return pieces
