"""Media types: where in a document of each a reference may be, and what it resolves against."""

from __future__ import annotations

from functools import lru_cache

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.errors import UnknownMediaType
from uri_extract.media.base import BaseScanner, RestartableScanner, ScannerAround
from uri_extract.media.options import Options, check_texts, checks_options, declared, kernel_for
from uri_extract.media.text import TextScanner
from uri_extract.records import Origin

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.pages import Page
    from uri_extract.records import Problem

__all__ = ["Scanner", "TextScanner", "known", "scanner_for"]

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
_PDF_PAGE = "application/x-pdf-page"
# Content lines (RFC 5545, RFC 6350), and the types that were used before those were registered.
_CALENDARS = ("text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/x-vcalendar")


class Scanner(ScannerAround):
    """Find the references in documents of one media type. Sans-IO: bytes in, occurrences out.

    ``feed(chunk)`` and ``close()`` return lists of :class:`~uri_extract.records.Occurrence`; used as a context manager,
    the scanner is closed at the end of the block. :meth:`restart` begins the next document.

    ``base`` is the document's own URI (RFC 3986 §5.1.3), ``default_base`` serves if there is no other (§5.1.4);
    ``document`` is its name in the records. ``charset`` is the encoding that is declared for the document outside it,
    as HTTP and MIME do; a ``charset`` parameter of ``media_type`` says the same. It counts before what the document
    says itself (``<meta>``, an XML declaration), and a byte order mark counts before it; in mail it is that of parts
    which name none. A ``multipart`` needs its parameters in ``media_type``. The other options are those of
    :func:`uri_extract.extract`.

    Raises :class:`UnknownMediaType`, :class:`~uri_extract.errors.UnknownCharset`, and for options
    :class:`~uri_extract.errors.ContradictingCharsets`, :class:`~uri_extract.errors.InvalidOptionValue`
    and :class:`~uri_extract.errors.InvalidOption`, which is a TypeError.
    """

    @checks_options
    def __init__(
        self,
        media_type: str = "text/plain",
        *,
        base: str | None = None,
        default_base: str | None = None,
        document: str | None = None,
        charset: str | None = None,
        refang: bool = False,
        suffix: bool = False,
        mail_addresses: bool = False,
        headers: bool = True,
        parts: str = "all",
        joins: str = "likely",
        on_problem: Callable[[Problem], None] | None = None,
        kernel: Any = None,
    ) -> None:
        check_texts(media_type=media_type)
        known(media_type)
        self._media_type, charset = declared(media_type, charset)
        kernel = kernel_for(kernel, joins)
        self._options = Options(
            None, default_base, charset, refang, suffix, mail_addresses, headers, parts, kernel
        ).checked()
        self._on_problem = on_problem
        self._scanner = BaseScanner()
        self.restart(document, base)

    def restart(self, document: str | None = None, base: str | None = None) -> None:
        """Begin the next document, with its name and its own URI. What the last one would still give is dropped."""
        check_texts(document=document, base=base)
        origin = Origin(document)
        if isinstance(self._scanner, RestartableScanner):
            self._scanner.restart(base, origin, self._options.charset)
        else:
            options = self._options._asdict() | {"base": base}
            self._scanner = scanner_for(self._media_type, origin=origin, on_problem=self._on_problem, **options)
        self._closed = False

    def _read(self, chunk: bytes, final: bool) -> Page:
        return self._scanner.read(chunk, final)


def scanner_for(
    media_type: str,
    *,
    base: str | None = None,
    charset: str | None = None,
    headers: bool = True,
    parts: str = "all",
    contained: bool = False,
    decoded: bool = False,
    **options: Any,
) -> BaseScanner:
    """Return a scanner of pages for one document of the media type.

    Options are those of :class:`TextScanner`; mail has others as well
    (:class:`~uri_extract.media.mail.scanner.MailScanner`), of which ``headers``, ``parts`` and ``contained`` mean
    nothing elsewhere. ``decoded``: the document is decoded already, and comes in UTF-8, whatever it says of its
    charset. Raises :class:`UnknownMediaType` and :class:`~uri_extract.errors.UnknownCharset`.
    """
    name = known(media_type)
    options["charset"] = "utf-8" if decoded else charset
    if name == _TEXT:
        return TextScanner(base=base, **options)
    # Imported when they are needed: each takes as long as all the rest.
    if name == _HTML:
        from uri_extract.media.html.scanner import HtmlScanner

        return HtmlScanner(base=base, **options)
    of_mail: dict[str, Any] = {"headers": headers, "parts": parts, "contained": contained, "decoded": decoded}
    if name in _MAIL:
        from uri_extract.media.mail.scanner import MailScanner

        return MailScanner(base=base, **of_mail, **options)
    if name.startswith(_MULTIPART):
        from uri_extract.media.mail.scanner import MultipartScanner

        return MultipartScanner(base=base, content_type=media_type, **of_mail, **options)
    if name == _MAILBOX:
        from uri_extract.media.mail.mailbox import MailboxScanner

        return MailboxScanner(base=base, **of_mail, **options)
    if name == _OUTLOOK:
        from uri_extract.media.mail.outlook import OutlookScanner

        return OutlookScanner(base=base, **of_mail, **options)
    if name == _HTTP:
        from uri_extract.media.http import HttpScanner

        return HttpScanner(base=base, **options)
    if name == _PDF_PAGE:
        from uri_extract.media.pdf_page import PdfPageScanner

        return PdfPageScanner(base=base, **options)
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
    kept = name in (_TEXT, _HTML, *_XML, *_MAIL, _MAILBOX, _OUTLOOK, _HTTP, _PDF_PAGE, *_CALENDARS) or name.startswith(
        _MULTIPART
    )
    if not kept and not (name.endswith(_XML_SUFFIX) and "/" in name):
        known_ones = ", ".join((_TEXT, _HTML, *_XML[:2], _MAIL[0], _MAILBOX, *_CALENDARS[:2]))
        raise UnknownMediaType(f"no scanner for {media_type!r}: one of {known_ones}, or any that ends in +xml")
    return name
