"""What body parts are, and what is done with their contents: tables for :mod:`._parts`."""

from __future__ import annotations

from functools import lru_cache

from uri_extract import containers
from uri_extract._typing import Final, NamedTuple

# What the reader reads.
IN_HEADER: Final = 0
IN_BODY: Final = 1
IN_LONG_FIELD: Final = 2  # the end of a field that is too long

# What a part is to it.
LEAF: Final = 0
MULTIPART: Final = 1
MESSAGE: Final = 2

# What is done with the content of a leaf.
TEXT: Final = "text"
HTML: Final = "html"
XML: Final = "xml"
CSS: Final = "css"
CALENDAR: Final = "calendar"
RTF: Final = "rtf"
MAIL: Final = "message"
CONTAINED: Final = "contained"
#: Its first bytes tell.
UNKNOWN: Final = "unknown"

# How text goes to the scanner: not as it is in the file; as it is; as it is, while it is ASCII.
TRANSLATED: Final = 0
AS_IT_IS: Final = 1
IF_ASCII: Final = 2


class TextHandling(NamedTuple):
    """How the text of a part goes to the scanner: one of the above, and how it is translated.

    ``codec`` is the codec of its charset, None for one that the scanner reads; ``flowed``: its lines are (RFC 3676),
    with ``delsp`` if that is set.
    """

    how: int
    codec: str | None
    flowed: bool
    delsp: bool


#: Transfer encodings that change nothing (RFC 2045 §6.2).
IDENTITY: Final = frozenset(("", "7bit", "8bit", "binary", "7-bit", "8-bit", "none"))

_XML = frozenset(("text/xml", "application/xml"))
#: No text in them that anybody wrote there as such.
MEDIA: Final = ("image/", "audio/", "video/", "font/", "model/", "chemical/", "haptics/")
# Of "application", what is text (RFC 6838 §4.2.5 has no mark for it); those that end in +json are too.
_TEXTUAL_NAMES = """
    json javascript x-javascript ecmascript pgp pgp-encrypted pgp-signature pgp-keys sql x-sh x-shellscript yaml
    x-yaml x-ns-proxy-autoconfig sgml x-tex x-latex postscript x-patch x-diff x-perl x-python x-ruby x-php
    x-httpd-php x-csh x-troff toml xml-dtd xml-external-parsed-entity
"""
# Calendars and contacts (RFC 5545, RFC 6350), under all names that mail has for them.
_CALENDARS = frozenset((
    "text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/x-vcalendar", "application/ics",
    "application/calendar", "application/vcard", "application/x-vcard",
))  # fmt: skip
_RTF = frozenset(("text/rtf", "application/rtf", "application/x-rtf"))
_TEXTUAL = frozenset("application/" + name for name in _TEXTUAL_NAMES.split())
_CONTAINERS = containers.MEDIA_TYPES | {"application/mbox", "application/vnd.ms-outlook"}

# By the end of a file's name, where the type tells nothing.
_TEXT_ENDINGS = """
    txt text log md rst csv tsv json xml js c h cc cpp py rb pl php java sh patch diff sql tex yaml yml
    conf ini cfg asc url
"""
_CALENDAR_ENDINGS = ("ics", "ifb", "vcs", "vcf", "vcard")
# Office's, which are ZIP archives of XML (ECMA-376, OpenDocument).
_OFFICE = ("application/vnd.openxmlformats-officedocument.", "application/vnd.oasis.opendocument.")
_BY_NAME = {
    **dict.fromkeys((*containers.BY_EXTENSION, "mbox", "msg", "mht", "mhtml"), CONTAINED),
    **dict.fromkeys(_TEXT_ENDINGS.split(), TEXT),
    **dict.fromkeys(("html", "htm", "xhtml", "shtml"), HTML),
    **dict.fromkeys(_CALENDAR_ENDINGS, CALENDAR),
    "css": CSS,
    "rtf": RTF,
    "eml": MAIL,
}


class Base(NamedTuple):
    """A base and where it comes from, as an occurrence has them; ``own``: from the part itself."""

    uri: str | None
    source: str | None
    own: bool = False

    @property
    def outside(self) -> Base:
        """What it is to a part inside."""
        return Base(self.uri, "entity") if self.own else self


@lru_cache(256)
def reading_of(media_type: str, encoding: str, ending: str, is_named: bool, is_first: bool = True) -> str:
    """Return what is done with the content of a leaf.

    ``ending`` is that of its file name, ``is_named``: it has one, or a disposition; ``is_first``: it is no later
    fragment of a message (RFC 2046 §5.2.2).
    """
    if media_type in _RTF:
        return RTF
    if media_type.startswith("text/"):
        if media_type == "text/html":
            return HTML
        if media_type == "text/css":
            return CSS
        if media_type in _XML:
            return XML
        is_calendar = media_type == "text/plain" and is_named and ending in _CALENDAR_ENDINGS
        return CALENDAR if is_calendar or media_type in _CALENDARS else TEXT
    if media_type.startswith("message/"):
        if media_type in ("message/rfc822", "message/global", "message/news", "message/external-body"):
            return MAIL
        return MAIL if media_type == "message/partial" and is_first else TEXT
    if media_type == "application/xhtml+xml":
        return HTML
    if media_type in _XML or media_type.endswith("+xml"):
        return XML
    if media_type in _CALENDARS:
        return CALENDAR
    if media_type in _TEXTUAL or media_type.endswith("+json"):
        return TEXT
    if media_type in _CONTAINERS or media_type.startswith(_OFFICE):
        return CONTAINED
    if media_type.startswith(MEDIA):
        return UNKNOWN
    # What travels readable is text, whatever program sent it.
    return _BY_NAME.get(ending) or (TEXT if encoding in ("", "7bit", "8bit", "quoted-printable") else UNKNOWN)
