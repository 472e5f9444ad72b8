"""MMDF mailboxes: a line of four U+0001 before and after each message."""

from __future__ import annotations

from uri_extract._compat._typing import Any
from uri_extract.mail.from_line import KEPT, REACH, separates
from uri_extract.mail.kernels import EnvelopeSplitter, Needle

_LINE = b"\x01\x01\x01\x01"


class Mmdf(EnvelopeSplitter):
    """Split an MMDF file at the lines between messages."""

    def __init__(self, reader: Any, document: str | None) -> None:
        super().__init__(reader, document)
        self._mark = Needle(b"\n" + _LINE)

    def step(self) -> bool:
        """Process the next place that matters; return False if more bytes are needed."""
        if not self.open:
            return self._between()
        place = self._mark.next(self.window, self.offset, self.at)
        if place < 0:
            self.at: int = max(self.at, self.end - KEPT)
            self.pass_on(self.at)
            return False
        self.finish(place + 1)
        self.at = place + 1
        return True

    def _between(self) -> bool:
        """Skip the bytes between messages, and begin the next one."""
        if self.at >= self.stop:
            self.passed: int = self.at
            return False
        if self.wait(self.at + REACH):
            return False
        if self.at >= self.end:
            return False
        begin = self.at - self.offset
        line_end = self.window.find(b"\n", begin) + 1 or len(self.window)
        if self.window.startswith((_LINE, b"\n", b"\r\n"), begin):
            self.given: int = self.offset + line_end
            self.at = self.given
            return True
        if separates(self.window, begin, len(self.window), after_empty=True):
            begin = line_end
        self.begin(self.offset + begin)
        self.at = max(0, self.given - 1)
        return True
