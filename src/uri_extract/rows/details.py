"""The objects that rows refer to: the origin, which many references share, and the details, which few have."""

from __future__ import annotations

from uri_extract._compat._typing import Any, Final, NamedTuple
from uri_extract.limits import MAX_DESCRIPTION, MAX_NAME
from uri_extract.rows import schema


class Origin(NamedTuple):
    """The document, or the part of a message, that an occurrence is in.

    ``document``
        The path to it through containers (``mail.mbox!3!1.2``).
    ``source_url``
        The URI of the document itself: WARC-Target-URI, Content-Location, or the base that the caller gave.
    ``captured_at``
        When it was captured or sent (WARC-Date, the date of an ARC record or a HAR entry, Date of HTTP and mail, the
        date of a message in a chat), in RFC 3339 format; without an offset if that is not known.
    ``record_id``
        WARC-Record-ID or Message-ID, without brackets.
    ``media_type``
        The media type of the document or part, without parameters.
    ``message_id``, ``sender``, ``subject``
        Message-ID without brackets (RFC 5322 §3.6.4), From and Subject of its message, decoded; also for documents
        attached to a message. In an export of a chat ``sender`` is the author of the message.
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
    """The fields that few occurrences have; :mod:`uri_extract.rows.schema` describes them."""

    prefix: str | None = None
    wrapped: str | None = None
    alternates: tuple[str, ...] = ()
    field: str | None = None
    refers_to: str | None = None
    defanged: bool = False
    confidence: float | None = None
    partial: bool = False


_MOST: Final = {field.name: field.most for field in schema.FIELDS}


def cut(value: Any) -> Any:
    """Return a name, or an origin, with each text cut to the limit of its field (:class:`.schema.Field`)."""
    if isinstance(value, str):
        return value[:MAX_DESCRIPTION]
    return Origin(*map(_cut, Origin._fields, value))


def _cut(field: str, value: str | None) -> str | None:
    if value is None or len(value) <= _MOST[field]:
        return value
    if field == "document":
        return shortened_name(value)
    return None if field in schema.WHOLE else value[: _MOST[field]]


def shortened_name(name: str) -> str:
    """Return a name of at most :data:`MAX_NAME` characters; a longer one is cut and ends with a digest of the whole."""
    if len(name) <= MAX_NAME:
        return name
    from hashlib import blake2b  # few names are that long

    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return f"{name[: MAX_NAME - len(digest) - 1]}\u2026{digest}"


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
