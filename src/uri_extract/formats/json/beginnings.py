"""Recognise JSON that holds documents by its first keys; other JSON is read as text."""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final

#: The number of bytes that determine the kind.
_LOOK: Final = 1024

_SPACE: Final = rb"[\t\n\r ]{0,100}+"
_COLON: Final = _SPACE + rb":" + _SPACE
# A member whose value is a string without escapes, or a number.
_MEMBER: Final = rb'"[^"\\]{0,60}+"' + _COLON + rb'(?:"[^"\\]{0,200}+"|[0-9.]{1,20}+)' + _SPACE + rb"," + _SPACE
_BEGINNING: Final = rb"\{" + _SPACE


def _shape(*alternatives: bytes) -> re.Pattern[bytes]:
    return re.compile(_BEGINNING + b"(?:" + b"|".join(alternatives) + b")")


# HAR 1.2; nbformat 3 and 4; WAT; bookmarks of Chromium (after a checksum) and of Firefox; JSON Feed.
_KNOWN: Final = _shape(
    rb'"log"' + _COLON + rb"\{" + _SPACE + rb'"(?:version|creator|browser|pages|entries|comment)"',
    rb'"cells"'
    + _COLON
    + rb"\["
    + _SPACE
    + rb"\{"
    + _SPACE
    + rb'"(?:cell_type|attachments|execution_count|id|metadata)"',
    rb'"(?:nbformat(?:_minor)?|worksheets)"',
    rb'"Envelope"' + _COLON + rb"\{",
    rb'"Container"' + _COLON + rb"\{" + _SPACE + rb'"(?:Filename|Compressed|Offset|Gzip-Metadata)"',
    rb"(?:" + _MEMBER + rb"){0,3}" + rb'"roots"' + _COLON + rb"\{" + _SPACE + rb'"(?:bookmark_bar|other|synced)"',
    rb'"guid"' + _COLON + rb'"root________"',
    rb"(?:" + _MEMBER + rb'){0,5}?"version"' + _COLON + rb'"https://jsonfeed\.org/version/',
)
_ACTIVITY: Final = _shape(
    rb'"@context"' + _COLON + rb"(?:\[" + _SPACE + rb')?"https://www\.w3\.org/ns/activitystreams"'
)


def json_shape(first: bytes, final: bool) -> str | None:
    """Return the media type of JSON with these first bytes, the first of which is a brace; "" for other JSON.

    Return None if more bytes are needed; ``final``: more bytes would not change the result.
    """
    if len(first) < _LOOK and not final:
        return None
    if _KNOWN.match(first):
        return "application/json"
    return "application/activity+json" if _ACTIVITY.match(first) else ""
