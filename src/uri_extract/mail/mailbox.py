"""A mailbox: one file, many messages. Its first bytes determine its format."""

from __future__ import annotations

from uri_extract._compat._typing import Any
from uri_extract.mail.babyl import Babyl
from uri_extract.mail.kernels import EnvelopeSplitter, Mbox
from uri_extract.mail.mmdf import Mmdf
from uri_extract.mail.scanner import MessageScannerBase
from uri_extract.text.options import DEFAULTS, ScanOptions
from uri_extract.text.part import END, Part

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
                self._splitter.start(self._part.start, END if self._part.stop is None else self._part.stop)
        self._splitter.feed(chunk, final)
        if final and self._part is not None:
            self._part.resume = self._splitter.passed if self.over else END
            self._part.numbered = self._splitter.count
