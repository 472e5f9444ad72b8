"""Scan one message as a document: header fields, text and HTML; and the base class of the scanners of mail."""

from __future__ import annotations

from functools import partial

from uri_extract._compat._typing import Any
from uri_extract.limits import MAX_HEADER_HELD
from uri_extract.mail.output import Output
from uri_extract.mail.readers import MessageReader
from uri_extract.place.source_map import Chain
from uri_extract.rows import Page
from uri_extract.rows.details import NO_ORIGIN, Origin
from uri_extract.text.base import BaseScanner
from uri_extract.text.options import DEFAULTS, ScanOptions


class MessageScannerBase(BaseScanner):
    """A scanner of mail. Subclasses pass bytes to its ``reader`` (:meth:`_take`).

    Unless ``placed``, references have no places in the document: ``start`` and ``end`` are -1.
    """

    def __init__(
        self, options: ScanOptions = DEFAULTS, *, origin: Origin = NO_ORIGIN, placed: bool = True, **file: Any
    ) -> None:  # fmt: skip
        self._options = options
        self._placed = placed
        self._document = origin.document
        self._start(file)

    def _start(self, file: dict[str, Any]) -> None:
        self._output = Output(self._options, **file)
        self.reader: MessageReader = MessageReader(self._output, Chain())

    def _read(self, chunk: bytes, final: bool) -> Page:
        self._take(chunk, final)
        return self.page(final)

    def _take(self, chunk: bytes, final: bool) -> None:
        """Pass the next bytes to the reader, the last ones if ``final``."""
        raise NotImplementedError

    def page(self, final: bool = False) -> Page:
        """Return the page of the settled rows; of all rows if ``final``."""
        if final or not self.reader.in_header(MAX_HEADER_HELD):  # a Message-ID may follow
            self._output.read(final)
        return self._output.page(final, self._placed)


class MailScanner(MessageScannerBase):
    """Find the references in one message (RFC 5322), in all its parts. Sans-IO: bytes in, occurrences out.

    ``charset`` is that of parts that declare none; ``content_type`` is a header that is outside the document. In
    records, ``document`` is followed by ``!`` and the number of the part, as in IMAP (RFC 3501 §6.4.5): the body of a
    message without parts is ``1``. References in a message's header, or around the parts of a multipart, have the
    number of that message or multipart. ``start`` and ``end`` are places in the file; in a transfer encoding, of the
    bytes that decode to the reference. ``line``, ``column`` and ``raw`` are those in the decoded part.
    """

    restartable = True

    def __init__(
        self, options: ScanOptions = DEFAULTS, *, origin: Origin = NO_ORIGIN, placed: bool = True,
        content_type: str | None = None, **file: Any,
    ) -> None:  # fmt: skip
        super().__init__(options, origin=origin, placed=placed, **file)
        self._file = {"base": None, "charset": None, **file}
        self._begin_message()
        if content_type is not None:
            self.restartable = False
            self.reader.take(f"Content-Type: {content_type}\r\n".encode("utf-8", "surrogateescape"), 0)
            self.reader.feeds.number -= 1 + content_type.count("\n")  # that field is not a line of the document

    def _begin_message(self) -> None:
        self.reader.begin(self._document)
        self._at = 0

    def _take(self, chunk: bytes, final: bool) -> None:
        self.reader.take(chunk, self._at)
        self._at += len(chunk)
        if final:
            self.reader.end()

    def restart(self, base: str | None, origin: Origin, charset: str | None = None) -> None:
        """Begin another message, with the same other options. State of the last one is discarded."""
        self._document = origin.document
        file = self._file
        if self.closed and base == file["base"] and charset == file["charset"]:
            self._output.restart()
        else:
            file["base"], file["charset"] = base, charset
            self._start(file)
        self._begin_message()
        self.closed = False


# A message that was converted from another format.
UnplacedMailScanner: partial[MailScanner] = partial(MailScanner, placed=False)
