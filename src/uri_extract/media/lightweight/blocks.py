"""Links of lightweight markup, and what their tokenizers find signs and blanks with."""

from __future__ import annotations

from uri_extract._typing import NamedTuple

#: The pattern of an empty line.
EMPTY_LINE = rb"[ \t\r\x0b\x0c]*+\n"


class Link(NamedTuple):
    """A link in a window: the places of its reference, what it refers to, its label in UTF-8, and what it is."""

    start: int
    end: int
    reference: str
    label: bytes
    element: str


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
