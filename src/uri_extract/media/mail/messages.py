"""Messages, one after the other: what is in their fields and parts becomes rows.

The scanner of one message (:mod:`.scanner`) and a splitter of mailboxes drive this: :meth:`Messages.begin`,
:meth:`Messages.take` and :meth:`Messages.end` for each message, :meth:`Messages.page` for each chunk of the file.
"""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.decode.source_map import Chain
from uri_extract.limits import MAX_HEADER_HELD
from uri_extract.media.mail.output import Output
from uri_extract.media.mail.parts import Message, Part
from uri_extract.media.mail.readers import MessageReader
from uri_extract.media.mail.stream import Source

if TYPE_CHECKING:
    from uri_extract.pages import Page


class Messages:
    """Read any number of messages in a file that is called ``document``; options as :class:`Output` has them."""

    def __init__(self, document: str | None, **options: Any) -> None:
        self._output = Output(**options)
        self._around = Part(self._message(document), "", None, 0, "text/plain")
        self._reader = MessageReader(self._output, Chain())

    def _message(self, document: str | None) -> Message:
        return Message(document, base=self._output.base if self._output.places else None)

    def begin(self, document: str | None) -> None:
        """Begin a message; ``document`` names it in records, and its parts after it."""
        self._reader.begin_message(Part(self._message(document), "", None, 0, "text/plain"))

    def take(self, data: bytes, at: int, begin: int = 0, end: int | None = None) -> None:
        """Take the next bytes of the message, ``data[begin:end]``, which are at byte ``at`` of the file."""
        self._reader.take(data, at, begin, end)

    def end(self) -> None:
        """Say that the message is over."""
        self._reader.end_message()
        self._output.end_message()

    def text(self, data: bytes, at: int, begin: int = 0, end: int | None = None) -> None:
        """Take bytes between messages, which belong to none. They are read as plain text."""
        stream = self._output.stream
        stream.separate()
        stream.add(data[begin:end], at, Source(self._around))

    def page(self, final: bool = False, placed: bool = True) -> Page:
        """Return the page of what is settled; all if ``final``. Rows have no places if they are not ``placed``."""
        if final or not self._reader.in_header(MAX_HEADER_HELD):  # a Message-ID may follow
            self._output.read(final)
        return self._output.page(final, placed)
