"""One message as a document: its references in header fields, text and HTML; and what all scanners of mail have."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.decode.source_map import Chain
from uri_extract.details import NO_ORIGIN
from uri_extract.limits import MAX_HEADER_HELD
from uri_extract.media.base import BaseScanner, RestartableScanner
from uri_extract.media.mail.output import Output
from uri_extract.media.mail.readers import MessageReader

if TYPE_CHECKING:
    from uri_extract.details import Origin
    from uri_extract.pages import Page


class MessageScannerBase(BaseScanner):
    """A scanner of mail. Subclasses hand bytes to its ``reader`` (:meth:`_take`)."""

    #: Whether what is found has places in the document.
    placed = True

    def __init__(self, *, origin: Origin = NO_ORIGIN, **options: Any) -> None:
        self._document = origin.document
        self._start(options)

    def _start(self, options: dict[str, Any]) -> None:
        self._output = Output(**options)
        # Type checkers without Cython do not know what a class inherits from a kernel.
        self.reader: Any = MessageReader(self._output, Chain())

    def _read(self, chunk: bytes, final: bool) -> Page:
        self._take(chunk, final)
        return self.page(final)

    def _take(self, chunk: bytes, final: bool) -> None:
        """Hand the next bytes to the reader, the last ones if ``final``."""
        raise NotImplementedError

    def page(self, final: bool = False) -> Page:
        """Return the page of what is settled; all if ``final``."""
        if final or not self.reader.in_header(MAX_HEADER_HELD):  # a Message-ID may follow
            self._output.read(final)
        return self._output.page(final, self.placed)


class MultipartScanner(MessageScannerBase):
    """Read one message that comes after the header ``content_type``, or after none; otherwise as MailScanner."""

    def __init__(self, *, content_type: str | None = None, **options: Any) -> None:
        super().__init__(**options)
        self._begin_message()
        if content_type is not None:
            self.reader.take(b"Content-Type: " + content_type.encode("utf-8", "surrogateescape") + b"\r\n", 0)
            self.reader.lines = -content_type.count("\n")  # that field is no line of the document

    def _begin_message(self) -> None:
        self.reader.begin(self._document)
        self._at = 0

    def _take(self, chunk: bytes, final: bool) -> None:
        self.reader.take(chunk, self._at)
        self._at += len(chunk)
        if final:
            self.reader.end()


class UnplacedMailScanner(MultipartScanner):
    """Read one message that was made of what another format has: it has no places, so ``start`` and ``end`` are -1."""

    placed = False


class MailScanner(MultipartScanner, RestartableScanner):
    """Find the references in one message (RFC 5322), in all its parts. Sans-IO: bytes in, occurrences out.

    Options are those of :class:`~uri_extract.media.text.TextScanner`; ``charset`` is that of parts that name none. In
    records, ``document`` is followed by ``!`` and the number of the part, as IMAP numbers them (RFC 3501 §6.4.5): of a
    message without parts ``1`` is its body. What is in the message's own header, or around the parts of a multipart,
    has the number of the message or the multipart alone. ``start`` and ``end`` are those of the file, in a transfer
    encoding those of what is decoded to the reference; ``line`` and ``column`` are those of the decoded part, and
    ``raw`` is what it has there.

    ``headers``: those of header fields too; ``parts``: ``"all"``, or only those that are ``"text"`` or ``"html"``.
    ``contained``: archives and mailboxes inside are in the ``documents`` of pages, unless only some parts are wanted.
    """

    def __init__(
        self, *, origin: Origin = NO_ORIGIN, base: str | None = None, charset: str | None = None, **options: Any
    ) -> None:
        super().__init__(origin=origin, base=base, charset=charset, **options)
        self._own = (base, charset)
        self._options = options

    def restart(self, base: str | None, origin: Origin, charset: str | None = None) -> None:
        """Begin another message, with the same other options. What was read of the last one is forgotten."""
        self._document = origin.document
        if self.closed and (base, charset) == self._own:
            self._output.restart()
        else:
            self._own = (base, charset)
            self._start({**self._options, "base": base, "charset": charset})
        self._begin_message()
        self.closed = False
