"""MMDF mailboxes: a line of four U+0001 before and after each message."""

from __future__ import annotations

from uri_extract._typing import Any
from uri_extract.media.mail.from_line import KEPT, MAX_LINE, REACH, separates
from uri_extract.media.mail.kernels import EnvelopeSplitter, Needle

_LINE = b"\x01\x01\x01\x01"


class Mmdf(EnvelopeSplitter):
    """Split an MMDF file at the lines between messages."""

    at: int
    given: int
    passed: int

    def __init__(self, reader: Any, document: str | None) -> None:
        super().__init__(reader, document)
        self._mark = Needle(b"\n" + _LINE)

    def step(self) -> bool:
        """Process the next place that matters; return False if more bytes are needed."""
        if not self.open:
            return self._between()
        place = self._mark.next(self.window, self.offset, self.at)
        if place < 0:
            self.at = max(self.at, self.end - KEPT)
            self.pass_on(self.at)
            return False
        self.finish(place + 1)
        self.at = place + 1
        return True

    def _between(self) -> bool:
        """Skip the bytes between messages, and begin the next one."""
        if self.at >= self.stop:
            self.passed = self.at
            return False
        if self.wait(self.at + REACH):
            return False
        if self.at >= self.end:
            return False
        if self.startswith(_LINE, self.at) or self.startswith(b"\n", self.at) or self.startswith(b"\r\n", self.at):
            line_end = self.window.find(b"\n", self.at - self.offset)
            self.at = self.given = self.end if line_end < 0 else self.offset + line_end + 1
            return True
        if separates(self.window, self.at - self.offset, len(self.window), after_empty=True):
            line_end = self.window.find(b"\n", self.at - self.offset, self.at - self.offset + MAX_LINE + 1)
            self.at = self.end if line_end < 0 else self.offset + line_end + 1
        self.begin(self.at)
        self.at = max(0, self.at - 1)
        return True
