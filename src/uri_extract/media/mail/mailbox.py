"""A mailbox: one file, many messages. Its first bytes show which format it is in."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.media.mail.babyl import Babyl
from uri_extract.media.mail.kernels import Mbox
from uri_extract.media.mail.mmdf import Mmdf
from uri_extract.media.mail.scanner import MessageScannerBase

if TYPE_CHECKING:
    from uri_extract.media.mail.kernels import EnvelopeSplitter
    from uri_extract.media.part import Part

#: What formats other than mbox begin with.
_BEGINNINGS = {b"\x01\x01\x01\x01": Mmdf, b"BABYL OPTIONS": Babyl}
_LONGEST = max(map(len, _BEGINNINGS))


def is_mbox(beginning: bytes) -> bool:
    """Return True if a mailbox that begins so is in one of the mbox formats."""
    return not beginning.startswith(tuple(_BEGINNINGS))


class MailboxScanner(MessageScannerBase):
    """Find the references in one mailbox. Sans-IO: bytes in, occurrences out.

    Options as :class:`~uri_extract.media.text.TextScanner` and the scanner of messages have them. ``origin``
    names the mailbox, messages count from 1: ``list.mbox!17``. A ``part`` is of an mbox, and begins where a message
    does.
    """

    def __init__(self, *, part: Part | None = None, **options: Any) -> None:
        super().__init__(**options)
        self._beginning = b""
        self._splitter: EnvelopeSplitter | None = None
        self._stop = None if part is None else part.stop
        if part is not None:
            self._splitter = Mbox(self._messages, self._document)
            self._splitter.start(part.start, part.messages)

    @property
    def over(self) -> bool:  # type: ignore[override]
        """Whether all messages that begin in the part have ended."""
        return self._stop is not None and self._splitter is not None and self._splitter.taken >= self._stop

    def _take(self, chunk: bytes, final: bool) -> None:
        if self._splitter is None:
            self._beginning += chunk
            if len(self._beginning) < _LONGEST and not final:
                return
            chunk = self._beginning
            kind = next((kind for mark, kind in _BEGINNINGS.items() if chunk.startswith(mark)), Mbox)
            self._splitter = kind(self._messages, self._document)
        self._splitter.feed(chunk, final)
