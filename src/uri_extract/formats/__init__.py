"""Media types: where a document of each type may hold references, and what they are resolved against."""

from __future__ import annotations  # noqa: I001 - several to a line

from functools import lru_cache

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract._compat._variants import import_module
from uri_extract.errors import UnknownMediaType
from uri_extract.formats import table
from uri_extract.rows.details import Origin
from uri_extract.text.base import BaseScanner, ScannerAround
from uri_extract.text.options import (
    DEFAULTS, ScanOptions, check_bases, check_function, check_texts, checks_options, declared, kernel_for
)  # fmt: skip
from uri_extract.text.scanner import TextScanner

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from uri_extract.rows import Page
    from uri_extract.rows.records import Problem
    from uri_extract.text.options import Binary, Joins, Parts

__all__ = ["BINARY", "OFFICE", "Scanner", "TextScanner", "known", "scanned", "scanner_for"]

_XML_SUFFIX = "+xml"
_JSON_SUFFIX = "+json"
#: Any bytes (RFC 2046 §4.5.1).
BINARY = "application/octet-stream"
#: A part of an office document, or flat OpenDocument (ODF 1.3 part 1 §3).
OFFICE = "application/vnd.oasis.opendocument.text-flat-xml"
# Scanners of mail.
_OF_MAIL = frozenset((table.MAIL, table.UNPLACED_MAIL, table.MAILBOX, table.OUTLOOK))


class Scanner(ScannerAround):
    """Find the references in documents of one media type. Sans-IO: bytes in, occurrences out.

    ``feed(chunk)`` and ``close()`` return lists of :class:`~uri_extract.rows.records.Occurrence`; used as a context
    manager, the scanner is closed at the end of the block. :meth:`restart` begins the next document.

    ``base`` is the document's own URI (RFC 3986 §5.1.3); ``default_base`` is used if there is no other base (§5.1.4).
    ``document`` is the document's name in the records. ``charset`` is the encoding declared outside the document, as by
    HTTP or MIME; a ``charset`` parameter of ``media_type`` means the same. It overrides what the document declares
    (``<meta>``, an XML declaration), and a byte order mark overrides it. In mail it applies to parts that declare none.
    ``media_type`` must have its parameters for a ``multipart``. The other options are those of
    :func:`uri_extract.extract`.

    Raises :class:`UnknownMediaType`, :class:`~uri_extract.errors.UnknownCharset`, and for options
    :class:`~uri_extract.errors.ContradictingCharsets`, :class:`~uri_extract.errors.InvalidOptionValue`
    and :class:`~uri_extract.errors.InvalidOption`, which is a TypeError.

    >>> with Scanner("text/plain") as scanner:
    ...     found = scanner.feed(b"See http://a.exam") + scanner.feed(b"ple/b ") + scanner.close()
    >>> [each.target for each in found]
    ['http://a.example/b']
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
        refang: bool | Mapping[str, str] = False,
        suffix: bool = False,
        mail_addresses: bool = False,
        headers: bool = True,
        parts: Parts = "all",
        joins: Joins = "likely",
        binary: Binary = "strings",
        on_problem: Callable[[Problem], None] | None = None,
    ) -> None:
        check_function(on_problem=on_problem)
        self._media_type, charset = declared(media_type, charset)
        self._type = known(self._media_type)
        self._options = ScanOptions(
            None, default_base, charset, refang, suffix, mail_addresses, headers, parts, binary,
            kernel=kernel_for(None, joins),
        ).checked()  # fmt: skip
        self._on_problem = on_problem
        self._scanner = BaseScanner()
        self.restart(document, base)

    def restart(  # type: ignore[override]
        self, document: str | None = None, base: str | None = None
    ) -> None:
        """Begin the next document, with its name and its own URI. What the last one did not return yet is dropped."""
        if document is not None and not isinstance(document, str):
            check_texts(document=document)
        if base is not None:
            check_bases(base=base)
        origin = Origin(document, base, None, None, self._type)
        if self._scanner.restartable:
            self._scanner.restart(base, origin, self._options.charset)
        else:
            self._scanner = scanner_for(
                self._media_type, self._options, base=base, origin=origin, charset=self._options.charset,
                on_problem=self._on_problem,
            )  # fmt: skip
        self.closed = False

    def _read(self, chunk: bytes, final: bool) -> Page:
        return self._scanner.read(chunk, final)


def scanner_for(
    media_type: str, options: ScanOptions = DEFAULTS, *, charset: str | None = None, decoded: bool = False,
    **document: Any
) -> BaseScanner:  # fmt: skip
    """Return a scanner of pages for one document of the media type.

    Other arguments are those of :class:`TextScanner`, and those of the scanner of that type. ``decoded``: the document
    comes in UTF-8, whatever charset it declares. Raises :class:`UnknownMediaType` and
    :class:`~uri_extract.errors.UnknownCharset`.
    """
    name = known(media_type)
    document["charset"] = "utf-8" if decoded else charset
    if name == "text/plain" or (name == BINARY and options.binary == "text"):
        document.pop("declared", None)
        return TextScanner(options, **document)
    scanner = table.SCANNERS.get(name) or (
        table.MAIL if name.startswith("multipart/") else table.JSON if name.endswith(_JSON_SUFFIX) else table.XML
    )
    if scanner in _OF_MAIL:
        document["decoded"] = decoded
    if options.origins and scanner in _OF_MAIL:
        options = options._replace(places=True)
    if scanner == table.JSON:
        document["media_type"] = name
    if name.startswith("multipart/"):
        document["content_type"] = media_type
    if scanner == table.XML:
        from uri_extract.markup.xml.vocabularies import OF_MEDIA_TYPES

        document["vocabulary"] = OF_MEDIA_TYPES.get(name, "")
    made: BaseScanner = _class_of(scanner)(options, **document)
    return made


@lru_cache(maxsize=64)
def _class_of(scanner: str) -> Any:
    """Return a class of this package, given as "module:class"; import its module."""
    module, _, name = scanner.partition(":")
    return getattr(import_module(f"uri_extract.{module}"), name)


@lru_cache(maxsize=64)
def known(media_type: str) -> str:
    """Return a media type in lower case, without parameters; raise :class:`UnknownMediaType` if it has no scanner."""
    name = media_type.partition(";")[0].strip().lower()
    kept = name in table.SCANNERS or name.startswith("multipart/")
    if not kept and not (name.endswith((_XML_SUFFIX, _JSON_SUFFIX)) and "/" in name):
        known_ones = (
            "text/plain, text/html, text/css, application/xml, application/json, message/rfc822, application/mbox, "
            "text/calendar"
        )
        raise UnknownMediaType(f"no scanner for {media_type!r}: try {known_ones}, or any that ends in +xml or +json")
    return name


def scanned(media_type: str) -> str | None:
    """Return a media type as :func:`known` does, None if it has no scanner."""
    try:
        return known(media_type)
    except UnknownMediaType:
        return None
