"""Lines and paragraphs of lightweight markup, in windows: what the tokenizers of most syntaxes have in common."""

from __future__ import annotations

import uri_extract._re as re
from uri_extract._ascii import LINE_FEED
from uri_extract._typing import NamedTuple
from uri_extract.limits import MAX_BLOCK
from uri_extract.media.lightweight.labels import collapsed

#: The pattern of an empty line.
EMPTY_LINE = rb"[ \t\r\x0b\x0c]*+\n"
_new = tuple.__new__  # what a class of named tuples has takes longer


class Link(NamedTuple):
    """A link in a window: the places of its reference, what it refers to, its label in UTF-8, and what it is."""

    start: int
    end: int
    reference: str
    label: bytes
    element: str


class Syntax:
    """Read a document window by window, line by line; subclasses read lines and paragraphs.

    The first bytes of a window are those of the one before from ``pos`` on. A paragraph is a run of lines that
    :meth:`line` takes for text, at most :data:`~uri_extract.limits.MAX_BLOCK` bytes; a longer one is cut, at ``cuts``.
    """

    #: Character references in text mean what they mean in XML.
    character_references = False
    #: Line feeds before which lines of a paragraph may end that need no :meth:`line`, and anything that needs it.
    stops: re.Pattern[bytes] | None = None
    #: The same after a line that was no text, None where every line must be read. A line may change it.
    stops_aside: re.Pattern[bytes] | None = None

    def __init__(self) -> None:
        self.pos: int = 0
        self.links: list[Link] = []
        self.cuts: list[int] = []
        self.window: bytes = b""
        self._final = False
        self._at = 0
        self._begin = -1  # of the open paragraph

    def load(self, window: bytes, start: int, final: bool) -> None:
        """Take a window, the last one if ``final``."""
        self._at -= self.pos
        if self._begin >= 0:
            self._begin -= self.pos
        self.pos = start
        self.window = window
        self._final = final

    def scan(self) -> None:
        """Read the window as far as its lines are whole."""
        window, size, at, line = self.window, len(self.window), self._at, self.line
        while at < size:
            end = window.find(b"\n", at, at + MAX_BLOCK) + 1
            if not end:
                if size - at >= MAX_BLOCK:
                    end = at + MAX_BLOCK
                    self.cuts.append(end)
                elif self._final:
                    end = size
                else:
                    break
            aside = self.stops_aside
            if not line(at, end):
                if self._begin >= 0:
                    self._close(at)
                # A first line is read alone: many a paragraph and a block is no longer.
                at = end if aside is None or aside is not self.stops_aside else self._run(aside, end, end)
            elif self._begin < 0:
                self._begin, at = at, end
            else:
                at = end if self.stops is None else self._run(self.stops, end, self._begin)
            if self._begin >= 0 and at - self._begin >= MAX_BLOCK:
                self.cuts.append(at)
                self._close(at)
        if self._final:
            self._close(at)
        self._at = at
        self.pos = self._begin if self._begin >= 0 else at

    def _run(self, stops: re.Pattern[bytes], end: int, begin: int) -> int:
        """Return where lines end that are what the one before ``end`` is, none of them beyond the limit of a block."""
        window = self.window
        limit = min(begin + MAX_BLOCK, len(window))
        if window[end - 1] != LINE_FEED or end >= limit:
            return end
        stop = stops.search(window, end - 1, limit)
        return window.rfind(b"\n", end - 1, limit if stop is None else stop.start() + 1) + 1

    def line(self, start: int, end: int) -> bool:
        """Read a line, which ends at ``end`` with its line feed; return True if it is one of a paragraph."""
        raise NotImplementedError

    def paragraph(self, start: int, end: int) -> None:
        """Read a paragraph: add its links to ``links``."""
        raise NotImplementedError

    def _close(self, end: int) -> None:
        if self._begin >= 0:
            begin, self._begin = self._begin, -1
            self.paragraph(begin, end)

    def add(
        self, start: int, end: int, label: bytes = b"", element: str = "link", reference: str | None = None
    ) -> None:
        """Add a link: the places of its reference in the window, and what it refers to if that is not written so."""
        if reference is None:
            reference = self.window[start:end].decode("utf-8", "surrogateescape")
        self.links.append(_new(Link, (start, end, reference, collapsed(label) if label else label, element)))


class Finder:
    """Finds signs in a text, each byte of which is searched once for each sign: places must not decrease."""

    def __init__(self, text: bytes, end: int) -> None:
        self._text = text
        self._end = end
        self._next: dict[bytes, int] = {}

    def next(self, sign: bytes, at: int) -> int:
        """Return where the sign is next, from ``at`` on; the end of the text if it is not there."""
        found = self._next.get(sign, -1)
        if found < at:
            found = self._text.find(sign, at, self._end)
            found = self._next[sign] = self._end if found < 0 else found
        return found


def indent_of(line: bytes) -> int:
    """Return how many blanks a line begins with."""
    return len(line) - len(line.lstrip(b" \t"))
