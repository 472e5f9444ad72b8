"""The links of lightweight markup, and helpers of its tokenizers."""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._typing import NamedTuple

#: Kinds of links of Markdown, as the names of their elements; that of a mail address without its scheme.
LINK, IMAGE, DEFINITION, INCLUDE, WIKI, MAILBOX = "link", "image", "definition", "include", "wiki", "mailbox"
#: The pattern of an empty line.
EMPTY_LINE = rb"[ \t\r\x0b\x0c]*+\n"


class Link(NamedTuple):
    """A link in a window: the span of its reference, the decoded reference, its label in UTF-8, and its kind.

    Without a kind it is not a link: its span is only masked.
    """

    start: int
    end: int
    reference: str
    label: bytes
    element: str


class Finder:
    """Find signs and patterns in a text. Each byte is searched once for each, as requested places must not decrease."""

    def __init__(self, text: bytes, end: int) -> None:
        self._text = text
        self._end = end
        self._next: dict[bytes | re.Pattern[bytes], int] = {}

    def next(self, sign: bytes | re.Pattern[bytes], at: int) -> int:
        """Return the next place of the sign, from ``at`` on; the end of the text if there is none."""
        found = self._next.get(sign, -1)
        if found < at:
            if isinstance(sign, bytes):
                found = self._text.find(sign, at, self._end)
            else:
                match = sign.search(self._text, at, self._end)
                found = -1 if match is None else match.start()
            found = self._next[sign] = self._end if found < 0 else found
        return found


def indent_of(line: bytes) -> int:
    """Return the number of blanks at the start of a line."""
    return len(line) - len(line.lstrip(b" \t"))
