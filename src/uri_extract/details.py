"""The objects that rows refer to: the origin, which many references share, and the details, which few have."""

from __future__ import annotations

from uri_extract._typing import Any, Final, NamedTuple


class Origin(NamedTuple):
    """The document, or the part of a message, that an occurrence is in.

    ``document``
        The path to it through containers (``mail.mbox!3!1.2``).
    ``source_url``
        The URI of the document itself: WARC-Target-URI, Content-Location, or the base that the caller gave.
    ``captured_at``
        When it was captured or sent (WARC-Date, the date of an ARC record or a HAR entry, Date of HTTP and mail), in
        RFC 3339 format.
    ``record_id``
        WARC-Record-ID or Message-ID, without brackets.
    ``media_type``
        The media type of the document or part, without parameters.
    ``message_id``, ``sender``, ``subject``
        Message-ID without brackets (RFC 5322 §3.6.4), From and Subject of its message, decoded; also for documents
        attached to a message.
    ``filename``
        The name that the message gives to an attachment.

    Each is None if it is unknown.
    """

    document: str | None = None
    source_url: str | None = None
    captured_at: str | None = None
    record_id: str | None = None
    media_type: str | None = None
    message_id: str | None = None
    sender: str | None = None
    subject: str | None = None
    filename: str | None = None


class Details(NamedTuple):
    """The fields that few occurrences have; :mod:`uri_extract.schema` describes them."""

    prefix: str | None = None
    wrapped: str | None = None
    alternates: tuple[str, ...] = ()
    field: str | None = None
    refers_to: str | None = None
    defanged: bool = False
    confidence: float | None = None
    partial: bool = False


NO_ORIGIN: Final = Origin()
NO_DETAILS: Final = Details()


class More(NamedTuple):
    """The rare fields of a row: ``raw`` if it differs from the reference, its details and its context."""

    raw: str | None = None
    details: Details = NO_DETAILS
    context: Any = None

    def prefixed(self) -> More:
        """Return the same for a reference with ``URL:`` before it (RFC 2396 Appendix E)."""
        return self._replace(details=self.details._replace(prefix="URL:"))
