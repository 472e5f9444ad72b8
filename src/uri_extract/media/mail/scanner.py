"""One message as a document: its references in header fields, text and HTML."""

from __future__ import annotations

from typing import Any

from uri_extract.media.mail.giving import Giving


class MailScanner(Giving):
    """Finds the references in one message (RFC 5322), in all its parts. Sans-IO: bytes in, occurrences out.

    Options are those of :class:`~uri_extract.media.text.TextScanner`; ``charset`` is that of parts that name none. In
    records, ``document`` is followed by ``!`` and the number of the part, as IMAP numbers them (RFC 3501 §6.4.5): of a
    message without parts ``1`` is its body. What stands in the message's own header, or around the parts of a
    multipart, has no number but that of what it stands in. ``start`` and ``end`` are those of the file, in a transfer
    encoding those of what stands for the reference there; ``line`` and ``column`` are those of the decoded part, and
    ``raw`` is what it has there.

    ``headers``: those of header fields too; ``parts``: ``"all"``, or only those that are ``"text"`` or ``"html"``.
    ``contained``: archives and mailboxes inside are kept in :attr:`contained`, unless only some parts are wanted.
    ``content_type`` is a header to be read before the document's own: for a multipart that comes without.
    """

    def __init__(self, *, document: str | None = None, content_type: str | None = None, **options: Any) -> None:
        super().__init__(document=document, **options)
        self._messages.begin(document)
        self._at = 0
        if content_type is not None:
            self._messages.take(b"Content-Type: " + content_type.encode("utf-8", "surrogateescape") + b"\r\n", 0)

    def _take(self, chunk: bytes, final: bool = False) -> None:
        self._messages.take(chunk, self._at)
        self._at += len(chunk)
        if final:
            self._messages.end()
