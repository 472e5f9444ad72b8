"""Babyl mailboxes, which Rmail kept: after each U+001F labels, the header of a message, and the header as displayed.

The file's options come before the first message; they are not mail.
"""

from __future__ import annotations

from uri_extract._compat._typing import Any, Final
from uri_extract.limits import MAX_MESSAGE_HEADER
from uri_extract.mail.from_line import KEPT
from uri_extract.mail.kernels import EnvelopeSplitter, Needle

_SHOWN: Final = b"*** EOOH ***"


class Babyl(EnvelopeSplitter):
    """Split a Babyl file at lines that begin with U+001F; skip a displayed header after the original one."""

    def __init__(self, reader: Any, document: str | None) -> None:
        super().__init__(reader, document)
        self._mark = Needle(b"\n\x1f")
        self._inside = False  # after a mark

    def step(self) -> bool:
        """Process the next place that matters; return False if more bytes are needed."""
        if self._inside and not self.open:
            return self._begin()
        place = self._mark.next(self.window, self.offset, self.at)
        if place < 0:
            self.at: int = max(self.at, self.end - KEPT)
            self.pass_on(self.at)
            return False
        self.finish(place + 1)
        self.at = self.given = place + 2
        self._inside = True
        return True

    def _begin(self) -> bool:
        """Begin a message: read its header, and continue at its body."""
        limit = self.at + MAX_MESSAGE_HEADER
        if self.wait(limit):
            return False
        window, offset = self.window, self.offset
        begin = self.at - offset
        last = window.find(b"\n\x1f", begin, limit - offset)
        last = min(len(window), limit - offset) if last < 0 else last
        if window[begin:last].isspace() or begin >= last:  # nothing follows the last mark
            self._inside = False
            return self.at < self.end
        begin += len(window[begin : begin + 3]) - len(window[begin : begin + 3].lstrip(b"\f\r\n"))
        labels = window.find(b"\n", begin, last) + 1
        shown = window.find(_SHOWN, begin, last)
        self.at = self.given = offset + max(begin, labels)
        self.begin(self.at)
        if shown >= 0:
            line_end = window.find(b"\n", shown, last) + 1 or last
            empty = [place for mark in (b"\n\n", b"\n\r\n") if (place := window.find(mark, line_end - 1, last)) >= 0]
            if shown <= labels:  # there is no other header
                self.given: int = offset + line_end
            else:
                self.pass_on(offset + shown)
                self.given = offset + (min(empty) + 1 if empty else line_end)
            self.at = self.given
        return True
