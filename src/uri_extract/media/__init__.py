"""WHAT a document's syntax adds to the scanner: where in it a reference may stand, and what it resolves against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uri_extract.errors import UriExtractError
from uri_extract.media.text import TextScanner

if TYPE_CHECKING:
    from uri_extract.media.html.scanner import HtmlScanner

__all__ = ["Scanner", "TextScanner", "UnknownMediaType", "known"]

# XHTML is read as HTML.
_HTML = ("text/html", "application/xhtml+xml")
_KNOWN = ("text/plain", *_HTML)


class UnknownMediaType(UriExtractError, ValueError):  # noqa: N818 - as its siblings
    """A media type that has no scanner: a mistake of the caller, not of the data."""


def Scanner(media_type: str = "text/plain", *, base: str | None = None, **options: Any) -> TextScanner | HtmlScanner:  # noqa: N802
    """Return a scanner for a document of the media type: ``feed(chunk)`` and ``close()`` give its occurrences.

    ``base`` is the document's own URI (RFC 3986 §5.1.3). Options are those of :class:`TextScanner`. Raises
    :class:`UnknownMediaType`.
    """
    if known(media_type) not in _HTML:
        return TextScanner(base=base, **options)
    from uri_extract.media.html.scanner import HtmlScanner  # when it is asked for: it costs as much as all the rest

    return HtmlScanner(base=base, **options)


def known(media_type: str) -> str:
    """Return a media type without parameters, in lower case; raises :class:`UnknownMediaType`."""
    name = media_type.partition(";")[0].strip().lower()
    if name not in _KNOWN:
        raise UnknownMediaType(f"no scanner for {media_type!r}: one of {', '.join(_KNOWN)}")
    return name
