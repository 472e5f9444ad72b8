"""The media type and charset of a document in a container, from its Content-Type."""

from __future__ import annotations

from functools import lru_cache

from uri_extract.formats import BINARY, scanned
from uri_extract.text.options import split_media_type

# The most characters of a media type that is known.
_MOST = 64


@lru_cache(256)
def of_content_type(value: str) -> tuple[str | None, str | None]:
    """Return media type and charset of a Content-Type; None for a type without a scanner, and for a missing charset.

    ``application/octet-stream`` counts as no type too: servers and mail programs send it if they do not know the type
    (RFC 2046 §4.5.1).
    """
    media_type, charset = split_media_type(value)
    name = media_type.partition(";")[0].strip().lower()
    if name.startswith("multipart/"):
        return media_type, charset
    return (scanned(name) if len(name) < _MOST and name != BINARY else None), charset
