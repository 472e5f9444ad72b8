"""WHAT a document's syntax adds to the scanner: where in it a reference may stand, and what it resolves against."""

from __future__ import annotations

from typing import Any

from uri_extract.errors import UriExtractError
from uri_extract.media.html.scanner import HtmlScanner
from uri_extract.media.text import TextScanner

__all__ = ["HtmlScanner", "Scanner", "TextScanner", "UnknownMediaType"]

# XHTML is read as HTML.
_SCANNERS: dict[str, Any] = {
    "text/plain": TextScanner,
    "text/html": HtmlScanner,
    "application/xhtml+xml": HtmlScanner,
}


class UnknownMediaType(UriExtractError, ValueError):  # noqa: N818 - as its siblings
    """A media type that has no scanner: a mistake of the caller, not of the data."""


def Scanner(media_type: str = "text/plain", *, base: str | None = None, **options: Any) -> TextScanner | HtmlScanner:  # noqa: N802
    """Return a scanner for a document of the media type: ``feed(chunk)`` and ``close()`` give its occurrences.

    ``base`` is the document's own URI (RFC 3986 §5.1.3). Options are those of :class:`TextScanner`. Raises
    :class:`UnknownMediaType`.
    """
    scanner: TextScanner | HtmlScanner = _SCANNERS[known(media_type)](base=base, **options)
    return scanner


def known(media_type: str) -> str:
    """Return a media type without parameters, in lower case; raises :class:`UnknownMediaType`."""
    name = media_type.partition(";")[0].strip().lower()
    if name not in _SCANNERS:
        raise UnknownMediaType(f"no scanner for {media_type!r}: one of {', '.join(_SCANNERS)}")
    return name
