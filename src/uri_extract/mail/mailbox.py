"""A mailbox: one file, many messages. Its first bytes determine its format."""

from __future__ import annotations

from uri_extract._compat._typing import Any, Final
from uri_extract.limits import MAX_MESSAGE_HEADER
from uri_extract.mail._mbox import EnvelopeSplitter, Mbox, Needle
from uri_extract.mail.from_line import KEPT, REACH, separates
from uri_extract.mail.scanner import MessageScannerBase
from uri_extract.text.options import DEFAULTS, ScanOptions
from uri_extract.text.part import END, Part


def _finish_at(splitter: EnvelopeSplitter, mark: Any) -> bool:
    """End the message before the line that begins with a mark, and go there; return False if more bytes are needed."""
    place = mark.next(splitter.window, splitter.offset, splitter.at)
    if place < 0:
        splitter.at = max(splitter.at, splitter.end - KEPT)
        splitter.pass_on(splitter.at)
        return False
    splitter.finish(place + 1)
    splitter.at = place + 1
    return True


# ----------------------------------------------------------------------------------------------------------------------
# Babyl mailboxes, which Rmail kept: after each U+001F labels, the header of a message, and the header as displayed
#
# The file's options come before the first message; they are not mail.

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
        if not _finish_at(self, self._mark):
            return False
        self.at: int = self.at + 1
        self.given: int = self.at
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
            return bool(self.at < self.end)
        begin += len(window[begin : begin + 3]) - len(window[begin : begin + 3].lstrip(b"\f\r\n"))
        labels = window.find(b"\n", begin, last) + 1
        shown = window.find(_SHOWN, begin, last)
        self.at = self.given = offset + max(begin, labels)
        self.begin(self.at)
        if shown >= 0:
            line_end = window.find(b"\n", shown, last) + 1 or last
            empty = [place for mark in (b"\n\n", b"\n\r\n") if (place := window.find(mark, line_end - 1, last)) >= 0]
            if shown <= labels:  # there is no other header
                self.given = offset + line_end
            else:
                self.pass_on(offset + shown)
                self.given = offset + (min(empty) + 1 if empty else line_end)
            self.at = self.given
        return True


# -- MMDF mailboxes: a line of four U+0001 before and after each message -----------------------------------------------

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
        return _finish_at(self, self._mark)

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
            self.at: int = self.given
            return True
        if separates(self.window, begin, len(self.window), after_empty=True):
            begin = line_end
        self.begin(self.offset + begin)
        self.at = max(0, self.given - 1)
        return True


# -- The scanner of mailboxes ------------------------------------------------------------------------------------------

#: The first bytes of formats other than mbox.
_BEGINNINGS: dict[bytes, type[EnvelopeSplitter]] = {b"\x01\x01\x01\x01": Mmdf, b"BABYL OPTIONS": Babyl}
_LONGEST = max(map(len, _BEGINNINGS))


def splitter_of(beginning: bytes) -> type[EnvelopeSplitter]:
    """Return the splitter for a mailbox with these first bytes."""
    return next((splitter for mark, splitter in _BEGINNINGS.items() if beginning.startswith(mark)), Mbox)


class MailboxScanner(MessageScannerBase):
    """Find the references in one mailbox. Sans-IO: bytes in, occurrences out.

    Arguments are those of the scanner of messages. ``origin`` names the mailbox; messages count from 1:
    ``list.mbox!17``. A ``part`` begins at a message, or at the text before one.
    """

    def __init__(self, options: ScanOptions = DEFAULTS, *, part: Part | None = None, **document: Any) -> None:
        super().__init__(options, **document)
        self._beginning = b""
        self._splitter: EnvelopeSplitter | None = None
        self._part = part

    @property
    def over(self) -> bool:  # type: ignore[override]
        """True once all messages that begin in the part have ended."""
        return self._splitter is not None and self._splitter.passed >= 0

    def _take(self, chunk: bytes, final: bool) -> None:
        if self._splitter is None:
            self._beginning += chunk
            if len(self._beginning) < _LONGEST and not final:
                return
            chunk = self._beginning
            self._splitter = splitter_of(chunk)(self.reader, self._document)
            if self._part is not None:
                stop = END if self._part.stop is None else self._part.stop
                self._splitter.start(self._part.start, stop, self._part.owned is not None)
        self._splitter.feed(chunk, final)
        if final and self._part is not None:
            self._part.resume = self._splitter.passed if self.over else END
            self._part.numbered = self._splitter.count
