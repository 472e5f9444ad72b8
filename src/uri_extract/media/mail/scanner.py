"""One message as a document: its references in header fields, text and HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uri_extract.errors import UriExtractError
from uri_extract.media.mail.messages import Messages

if TYPE_CHECKING:
    from uri_extract.media.mail.bodies import Contained
    from uri_extract.records import Occurrence


class MailScanner:
    """Finds the references in one message (RFC 5322), in all its parts. Sans-IO: bytes in, occurrences out.

    Options are those of :class:`~uri_extract.media.text.TextScanner`; ``charset`` is that of parts that name none. In
    records, ``document`` is followed by ``!`` and the number of the part, as IMAP numbers them (RFC 3501 §6.4.5): of a
    message without parts ``1`` is its body. What stands in the message's own header, or around the parts of a
    multipart, has no number but that of what it stands in. ``start`` and ``end`` are those of the file, in a transfer
    encoding those of what stands for the reference there; ``line`` and ``column`` are those of the decoded part, and
    ``raw`` is what it has there.

    ``headers``: those of header fields too; ``parts``: ``"all"``, or only those that are ``"text"`` or ``"html"``.
    ``contained``: archives and mailboxes inside are kept in :attr:`contained`. ``content_type`` is a header to be read
    before the document's own: for a multipart that comes without.
    """

    def __init__(self, *, document: str | None = None, content_type: str | None = None, **options: Any) -> None:
        self._messages = Messages(document=document, **options)
        self._messages.begin(document)
        self._at = 0
        self._gives: str | None = None
        if content_type is not None:
            self._messages.take(b"Content-Type: " + content_type.encode("utf-8", "surrogateescape") + b"\r\n", 0)

    @property
    def contained(self) -> list[Contained]:
        """Documents inside, as they were found; to be taken from here after each chunk."""
        return self._messages.contained

    def feed(self, chunk: bytes) -> list[Occurrence]:
        """Take the next bytes of the document, any number of them; return what they completed."""
        self._asked("occurrences")
        return self._feed(chunk)  # type: ignore[no-any-return]

    def close(self) -> list[Occurrence]:
        """Say that nothing follows; return what was still open."""
        self._asked("occurrences", last=True)
        return self._close()  # type: ignore[no-any-return]

    def feed_lines(self, chunk: bytes, value: str = "target") -> bytes:
        """Do as :meth:`feed`, and return lines in UTF-8: of each occurrence its ``value``, a field that is text.

        A target that is None is the reference as it stands.
        """
        self._asked("lines", value)
        return self._feed(chunk)  # type: ignore[no-any-return]

    def close_lines(self, value: str = "target") -> bytes:
        """Do as :meth:`close`, and return lines as :meth:`feed_lines` does."""
        self._asked("lines", value, last=True)
        return self._close()  # type: ignore[no-any-return]

    def _asked(self, what: str, value: str | None = None, last: bool = False) -> None:
        if self._gives is None:
            self._messages.lines = value
        elif self._gives != what:
            state = "is closed" if self._gives == "closed" else f"has given {self._gives}, and not {what}"
            raise UriExtractError(f"the scanner {state}")
        self._gives = "closed" if last else what

    def _feed(self, chunk: bytes) -> Any:
        self._messages.take(chunk, self._at)
        self._at += len(chunk)
        return self._messages.found()

    def _close(self) -> Any:
        self._messages.end()
        return self._messages.close()
