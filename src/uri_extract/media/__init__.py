"""WHAT a document's syntax adds to the scanner: where in it a reference may stand, and what it resolves against."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from uri_extract.errors import UnknownMediaType
from uri_extract.media.options import check, check_parts, check_texts, declared
from uri_extract.media.text import TextScanner
from uri_extract.records import Origin

if TYPE_CHECKING:
    from uri_extract.media.calendar.scanner import CalendarScanner
    from uri_extract.media.html.scanner import HtmlScanner
    from uri_extract.media.http import HttpScanner
    from uri_extract.media.mail.mailbox import MailboxScanner
    from uri_extract.media.mail.outlook import OutlookScanner
    from uri_extract.media.mail.scanner import MailScanner
    from uri_extract.media.xml.scanner import XmlScanner

__all__ = ["Scanner", "TextScanner", "known"]

_TEXT, _HTML = "text/plain", "text/html"
# Those of RFC 7303, and what ends as it says (§4.2).
_XML = ("application/xml", "text/xml", "application/xml-external-parsed-entity", "text/xml-external-parsed-entity",
        "application/xml-dtd")  # fmt: skip
_XML_SUFFIX = "+xml"

# What is a header and a body (RFC 5322, RFC 6532, RFC 1036), and what comes with its header elsewhere (RFC 2046 §5).
_MAIL = ("message/rfc822", "message/global", "message/news")
_MULTIPART = "multipart/"
_MAILBOX, _OUTLOOK = "application/mbox", "application/vnd.ms-outlook"
_HTTP = "message/http"
# Content lines (RFC 5545, RFC 6350), and the types that were used before those were registered.
_CALENDARS = ("text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/x-vcalendar")


#: The options of scanners that callers may give.
OPTIONS = (
    "base", "charset", "contained", "default_base", "document", "headers", "kernel", "mail_addresses", "on_problem",
    "parts", "refang", "suffix",
)  # fmt: skip
_KNOWN = frozenset((*OPTIONS, "base_from", "max_held", "origin", "part", "places", "tokenizer"))


def Scanner(  # noqa: N802
    media_type: str = "text/plain",
    *,
    base: str | None = None,
    charset: str | None = None,
    headers: bool = True,
    parts: str = "all",
    contained: bool = False,
    decoded: bool = False,
    document: str | None = None,
    **options: Any,
) -> (
    TextScanner | HtmlScanner | XmlScanner | MailScanner | MailboxScanner | OutlookScanner | HttpScanner
    | CalendarScanner
):  # fmt: skip
    """Return a scanner for a document of the media type: ``feed(chunk)`` and ``close()`` give its occurrences.

    ``base`` is the document's own URI (RFC 3986 §5.1.3). ``charset`` is what the document is declared to be in by what
    it came with, as HTTP and MIME do; a ``charset`` parameter of ``media_type`` says the same. It counts before what
    the document says itself (``<meta>``, an XML declaration), and a byte order mark counts before it; in mail it is
    that of parts which name none. Options are those of :class:`TextScanner`; mail has others as well
    (:class:`~uri_extract.media.mail.scanner.MailScanner`), of which ``headers``, ``parts`` and ``contained`` mean
    nothing elsewhere. A ``multipart`` needs its parameters in ``media_type``. ``decoded``: the document was decoded
    already, and comes in UTF-8, whatever it says of its charset.

    Raises :class:`UnknownMediaType`, :class:`UnknownCharset`, and for options :class:`ContradictingCharsets`,
    :class:`InvalidOptionValue` and :class:`InvalidOption`, which is a TypeError (:mod:`uri_extract.errors`).
    """
    check(options, _KNOWN)
    check_parts(parts)
    check_texts(media_type=media_type, charset=charset)
    name = known(media_type)
    if ";" in media_type:
        media_type, charset = declared(media_type, charset)
    options["charset"] = "utf-8" if decoded else charset
    options.setdefault("origin", Origin(document))
    if name == _TEXT:
        return TextScanner(base=base, **options)
    # Imported when it is asked for: it costs as much as all the rest.
    if name == _HTML:
        from uri_extract.media.html.scanner import HtmlScanner

        return HtmlScanner(base=base, **options)
    of_mail: dict[str, Any] = {"headers": headers, "parts": parts, "contained": contained, "decoded": decoded}
    if name in _MAIL or name.startswith(_MULTIPART):
        from uri_extract.media.mail.scanner import MailScanner

        content_type = None if name in _MAIL else media_type
        return MailScanner(base=base, content_type=content_type, **of_mail, **options)
    if name == _MAILBOX:
        from uri_extract.media.mail.mailbox import MailboxScanner

        return MailboxScanner(base=base, **of_mail, **options)
    if name == _OUTLOOK:
        from uri_extract.media.mail.outlook import OutlookScanner

        return OutlookScanner(base=base, **of_mail, **options)
    if name == _HTTP:
        from uri_extract.media.http import HttpScanner

        return HttpScanner(base=base, **options)
    if name in _CALENDARS:
        from uri_extract.media.calendar.scanner import CalendarScanner

        return CalendarScanner(base=base, **options)
    from uri_extract.media.xml.scanner import XmlScanner
    from uri_extract.media.xml.vocabularies import OF_MEDIA_TYPES

    return XmlScanner(base=base, vocabulary=OF_MEDIA_TYPES.get(name, ""), **options)


@lru_cache(maxsize=64)
def known(media_type: str) -> str:
    """Return a media type without parameters, in lower case; raises :class:`UnknownMediaType`."""
    name = media_type.partition(";")[0].strip().lower()
    kept = name in (_TEXT, _HTML, *_XML, *_MAIL, _MAILBOX, _OUTLOOK, _HTTP, *_CALENDARS) or name.startswith(_MULTIPART)
    if not kept and not (name.endswith(_XML_SUFFIX) and "/" in name):
        known_ones = ", ".join((_TEXT, _HTML, *_XML[:2], _MAIL[0], _MAILBOX, *_CALENDARS[:2]))
        raise UnknownMediaType(f"no scanner for {media_type!r}: one of {known_ones}, or any that ends in +xml")
    return name
