"""What is known of messages and their parts, for their records: sender, subject, date, where they were retrieved."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING
from uri_extract.decode.dates import date_of
from uri_extract.decode.encoded_words import text_of
from uri_extract.details import Origin
from uri_extract.limits import MAX_BASE, MAX_DESCRIPTION
from uri_extract.media.mail import fields
from uri_extract.media.mail.base import base_of
from uri_extract.media.mail.header import unfolded

if TYPE_CHECKING:
    from uri_extract.media.mail.kernels import Message, Part, Source


def origin_of(part: Part, document: str | None, in_header: bool = False) -> Origin:
    """Return what is known of a part whose name is ``document``, or of its header. The header was read.

    If nobody asks for that, it is the name and the Message-ID.
    """
    origin: Origin | None = part.origin_of_header if in_header else part.origin
    if origin is not None and origin.document == document:
        return origin
    message = part.message
    if message.base is None:
        origin = Origin(document, message_id=message.message_id)
    else:
        _, captured_at, sender, subject = _described(message)
        base = base_of(part, message.base).uri
        origin = Origin(
            document,
            source_url=None if base is None or len(base) > MAX_BASE else base,
            captured_at=captured_at,
            record_id=message.message_id,
            media_type="message/rfc822" if in_header and part.whole else part.media_type,
            message_id=message.message_id,
            sender=sender,
            subject=subject,
            filename=part.filename[:MAX_DESCRIPTION] or None,
        )
    if in_header:
        part.origin_of_header = origin
    else:
        part.origin = origin
    return origin


def origin_of_text(source: Source) -> Origin:
    """Return what is known of a text. Ask when the header has been read, or is too long to wait for its end."""
    if source.origin is None:
        source.origin = origin_of(source.part, source.document, source.field is not None)
    origin: Origin = source.origin
    return origin


def _described(message: Message) -> tuple[int, str | None, str | None, str | None]:
    """Return how many fields describe a message, as far as they were read, its date, its sender and its subject."""
    known: tuple[int, str | None, str | None, str | None] | None = message.described
    count = len(message.fields)
    if known is None or known[0] != count:
        get = message.fields.get
        known = (count, date_of(get(fields.DATE)), _text(get(fields.FROM)), _text(get(fields.SUBJECT)))
        message.described = known
    return known


def _text(value: bytes | None) -> str | None:
    """Return the value of a field as text, white space collapsed."""
    if value is None:
        return None
    if b"=?" in value or b"\n" in value:
        value = text_of(unfolded(value))
    return " ".join(value.decode("utf-8", "replace").split())[:MAX_DESCRIPTION]
