"""Tables for :mod:`._message`: kinds of body parts, and how their content is read."""

from __future__ import annotations

from functools import lru_cache

from uri_extract._compat._typing import Final, NamedTuple
from uri_extract.formats import containers, table

# The reader's state.
IN_HEADER: Final = 0
IN_BODY: Final = 1
IN_LONG_FIELD: Final = 2  # in the rest of a field that is too long

# The kind of a part.
LEAF: Final = 0
MULTIPART: Final = 1
MESSAGE: Final = 2

# How the content of a leaf is read.
TEXT: Final = "text"
HTML: Final = "html"
XML: Final = "xml"
CSS: Final = "css"
CALENDAR: Final = "calendar"
RTF: Final = "rtf"
CELLS: Final = "cells"
MAIL: Final = "message"
CONTAINED: Final = "contained"
#: Its first bytes decide.
UNKNOWN: Final = "unknown"

# How text is passed to the scanner: translated; as it is in the file; as it is, as long as it is ASCII.
TRANSLATED: Final = 0
AS_IT_IS: Final = 1
IF_ASCII: Final = 2


class TextHandling(NamedTuple):
    """How the text of a part is passed to the scanner: one of the above, and the translation.

    ``codec`` is the codec of its charset, None if the scanner reads that; ``flowed``: it is flowed text (RFC 3676),
    with ``delsp`` if that is set.
    """

    how: int
    codec: str | None
    flowed: bool
    delsp: bool


#: The identity transfer encodings (RFC 2045 §6.2).
IDENTITY: Final = frozenset(("", "7bit", "8bit", "binary", "7-bit", "8-bit", "none"))

_XML = frozenset(("text/xml", "application/xml"))
#: Types whose strings are not text that a person wrote.
MEDIA: Final = ("image/", "audio/", "video/", "font/", "model/", "chemical/", "haptics/")
# The subtypes of "application" that are text (nothing in RFC 6838 marks them); so are those that end in +json.
_TEXTUAL_NAMES = """
    json javascript x-javascript ecmascript pgp pgp-encrypted pgp-signature pgp-keys sql x-sh x-shellscript yaml
    x-yaml x-ns-proxy-autoconfig sgml x-tex x-latex postscript x-patch x-diff x-perl x-python x-ruby x-php
    x-httpd-php x-csh x-troff toml xml-dtd xml-external-parsed-entity
"""
# How parts are read whose format has a scanner of its own.
_READINGS = {
    table.CALENDAR: CALENDAR, table.RTF: RTF, table.CELLS: CELLS, table.HTML: HTML, table.CSS: CSS,
}  # fmt: skip
_TEXTUAL = frozenset("application/" + name for name in _TEXTUAL_NAMES.split())
_CONTAINERS = containers.MEDIA_TYPES | {"application/mbox", "application/vnd.ms-outlook"}

# The reading by the suffix of the file name, if the type does not determine it.
_TEXT_ENDINGS = """
    txt text log md rst json xml js c h cc cpp py rb pl php java sh patch diff sql tex yaml yml
    conf ini cfg asc url
"""
# Office documents, which are ZIP archives of XML (ECMA-376, OpenDocument).
_OFFICE = ("application/vnd.openxmlformats-officedocument.", "application/vnd.oasis.opendocument.")
_BY_NAME = {
    **dict.fromkeys((*containers.BY_EXTENSION, "mbox", "msg", "mht", "mhtml"), CONTAINED),
    **dict.fromkeys(_TEXT_ENDINGS.split(), TEXT),
    **{
        suffix: _READINGS[scanner]
        for scanner, _, suffixes, *_ in table.TABLE
        if scanner in _READINGS
        for suffix in suffixes.split()
    },
    "xhtml": HTML,
    "rtf": RTF,
    "eml": MAIL,
}


class Base(NamedTuple):
    """A base and its source, as occurrences have them; ``own``: the part itself declares it."""

    uri: str | None
    source: str | None
    own: bool = False

    @property
    def outside(self) -> Base:
        """The same base for an inner part."""
        return Base(self.uri, "entity") if self.own else self


@lru_cache(256)
def reading_of(media_type: str, encoding: str, ending: str, is_named: bool, is_first: bool = True) -> str:
    """Return how the content of a leaf is read.

    ``ending`` is the suffix of its file name, ``is_named``: it has a file name or a disposition, ``is_first``: it is
    not a later fragment of a message (RFC 2046 §5.2.2).
    """
    reading = _READINGS.get(table.SCANNERS.get(media_type, ""))
    if reading is not None:
        return reading
    if media_type == "text/plain" and is_named and _BY_NAME.get(ending) in (CALENDAR, CELLS):
        return _BY_NAME[ending]
    if media_type.startswith("text/"):
        return XML if media_type in _XML else TEXT
    if media_type.startswith("message/"):
        if media_type in ("message/rfc822", "message/global", "message/news", "message/external-body"):
            return MAIL
        return MAIL if media_type == "message/partial" and is_first else TEXT
    if media_type == "application/xhtml+xml":
        return HTML
    if media_type in _XML or media_type.endswith("+xml"):
        return XML
    if media_type in _TEXTUAL or media_type.endswith("+json"):
        return TEXT
    if media_type in _CONTAINERS or media_type.startswith(_OFFICE):
        return CONTAINED
    if media_type.startswith(MEDIA):
        return UNKNOWN
    # Content without base64 is text, whatever its type.
    return _BY_NAME.get(ending) or (TEXT if encoding in ("", "7bit", "8bit", "quoted-printable") else UNKNOWN)
