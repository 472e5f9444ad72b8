"""WHAT a document's syntax adds to the scanner: where in it a reference may stand, and what it resolves against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uri_extract.errors import UriExtractError
from uri_extract.media.text import TextScanner

if TYPE_CHECKING:
    from uri_extract.media.html.scanner import HtmlScanner
    from uri_extract.media.xml.scanner import XmlScanner

__all__ = ["Scanner", "TextScanner", "UnknownMediaType", "known"]

_TEXT, _HTML = "text/plain", "text/html"
# Those of RFC 7303, and what ends as it says (§4.2).
_XML = ("application/xml", "text/xml", "application/xml-external-parsed-entity", "text/xml-external-parsed-entity",
        "application/xml-dtd")  # fmt: skip
_XML_SUFFIX = "+xml"
# Whose elements are that have no namespace, where the root element does not tell.
_VOCABULARIES = {
    "application/xhtml+xml": "xhtml", "image/svg+xml": "svg", "application/mathml+xml": "mathml",
    "application/atom+xml": "atom", "application/rss+xml": "rss", "application/rdf+xml": "rss",
}  # fmt: skip


class UnknownMediaType(UriExtractError, ValueError):  # noqa: N818 - as its siblings
    """A media type that has no scanner: a mistake of the caller, not of the data."""


def Scanner(  # noqa: N802
    media_type: str = "text/plain", *, base: str | None = None, **options: Any
) -> TextScanner | HtmlScanner | XmlScanner:
    """Return a scanner for a document of the media type: ``feed(chunk)`` and ``close()`` give its occurrences.

    ``base`` is the document's own URI (RFC 3986 §5.1.3). Options are those of :class:`TextScanner`. Raises
    :class:`UnknownMediaType`.
    """
    name = known(media_type)
    if name == _TEXT:
        return TextScanner(base=base, **options)
    # Imported when it is asked for: it costs as much as all the rest.
    if name == _HTML:
        from uri_extract.media.html.scanner import HtmlScanner

        return HtmlScanner(base=base, **options)
    from uri_extract.media.xml.scanner import XmlScanner

    return XmlScanner(base=base, vocabulary=_VOCABULARIES.get(name, ""), **options)


def known(media_type: str) -> str:
    """Return a media type without parameters, in lower case; raises :class:`UnknownMediaType`."""
    name = media_type.partition(";")[0].strip().lower()
    if name not in (_TEXT, _HTML, *_XML) and not (name.endswith(_XML_SUFFIX) and "/" in name):
        known_ones = ", ".join((_TEXT, _HTML, *_XML[:2]))
        raise UnknownMediaType(f"no scanner for {media_type!r}: one of {known_ones}, or any that ends in +xml")
    return name
