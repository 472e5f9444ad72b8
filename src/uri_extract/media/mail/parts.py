"""One body part: what its header says of it, its number, and what is done with its content."""

from __future__ import annotations

from uri_extract import containers
from uri_extract._typing import TYPE_CHECKING, Final, NamedTuple
from uri_extract.limits import MAX_MESSAGE_ID
from uri_extract.media.mail.header import Value, identifier, media_type_of

if TYPE_CHECKING:
    from uri_extract.records import Origin

# What a part is to the reader.
LEAF: Final = 0
MULTIPART: Final = 1
MESSAGE: Final = 2

# What is done with the content of a leaf.
TEXT: Final = "text"
HTML: Final = "html"
XML: Final = "xml"
CALENDAR: Final = "calendar"
MAIL: Final = "message"
CONTAINED: Final = "contained"
#: Its first bytes tell.
UNKNOWN: Final = "unknown"

#: Transfer encodings that change nothing (RFC 2045 §6.2).
IDENTITY: Final = frozenset(("", "7bit", "8bit", "binary", "7-bit", "8-bit", "none"))

_EMPTY = Value("", {})
_XML = frozenset(("text/xml", "application/xml"))
#: No text in them that anybody wrote there as such.
MEDIA: Final = ("image/", "audio/", "video/", "font/", "model/", "chemical/", "haptics/")
# Of "application", what is text (RFC 6838 §4.2.5 has no mark for it); those that end in +json are too.
_TEXTUAL_NAMES = """
    json javascript x-javascript ecmascript pgp pgp-encrypted pgp-signature pgp-keys rtf sql x-sh x-shellscript yaml
    x-yaml x-ns-proxy-autoconfig sgml x-tex x-latex postscript x-patch x-diff x-perl x-python x-ruby x-php
    x-httpd-php x-csh x-troff toml xml-dtd xml-external-parsed-entity
"""
# Calendars and contacts (RFC 5545, RFC 6350), under all names that mail has for them.
_CALENDARS = frozenset((
    "text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/x-vcalendar", "application/ics",
    "application/calendar", "application/vcard", "application/x-vcard",
))  # fmt: skip
_TEXTUAL = frozenset("application/" + name for name in _TEXTUAL_NAMES.split())
_CONTAINERS = containers.MEDIA_TYPES | {"application/mbox", "application/vnd.ms-outlook"}

# By the end of a file's name, where the type tells nothing.
_TEXT_ENDINGS = """
    txt text log md rst csv tsv json xml js css c h cc cpp py rb pl php java sh patch diff sql tex rtf yaml yml
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


class Message:
    """One message: ``document`` names it, ``section`` is the number of the part it is in, empty for no part.

    ``base`` is that of the whole document; None if nobody asks what is known of the message but its Message-ID.
    ``fields`` are From, Subject and Date, by their kinds (:mod:`uri_extract.media.mail.fields`).
    """

    __slots__ = ("_message_id", "_parsed", "base", "document", "fields", "identifier", "section")

    def __init__(self, document: str | None, section: str = "", base: Base | None = None) -> None:
        self.document = document
        self.section = section
        self.base = base
        self.fields: dict[int, bytes] = {}
        self.identifier: bytes | None = None  # the field's value
        self._message_id: str | None = None
        self._parsed = False

    @property
    def message_id(self) -> str | None:
        """Its Message-ID, without brackets; None as long as none was read."""
        if self.identifier is not None and not self._parsed:
            self._parsed = True
            found = identifier(self.identifier)
            self._message_id = None if found is None or len(found) > MAX_MESSAGE_ID else found
        return self._message_id

    def name(self, section: str) -> str | None:
        """Return the name of one of its parts, as a record's ``document``."""
        return f"{self.document}!{section}" if section and self.document is not None else self.document


class Part:
    """A body part, or the message itself: sections are numbered as IMAP does it (RFC 3501 §6.4.5).

    ``parent`` is the multipart or the message it stands in, ``depth`` how many of those there are; ``whole``: it is a
    message.
    """

    typed = False
    encoding: str | None = None
    parameters: dict[str, str] = _EMPTY.parameters
    disposition: Value | None = None
    content_id: bytes | None = None
    location: bytes | None = None
    content_base: bytes | None = None
    boundary: bytes | None = None
    base: Base | None = None
    children = 0
    kind = LEAF
    reading = TEXT
    whole = False
    origin: Origin | None = None  # of the part, and that of its header, once somebody asked (:mod:`.origins`)
    origin_of_header: Origin | None = None

    def __init__(self, message: Message, section: str, parent: Part | None, depth: int, media_type: str) -> None:
        self.message = message
        self.section = section
        self.parent = parent
        self.depth = depth
        self.media_type = media_type
        if parent is None:
            self.whole = True

    @property
    def document(self) -> str | None:
        """How records name it."""
        return self.message.name(self.section)

    @property
    def filename(self) -> str:
        """The file name that its header gives, empty where it gives none."""
        return (self.disposition or _EMPTY).parameters.get("filename") or self.parameters.get("name", "")

    @property
    def _ending(self) -> str:
        """What follows the last dot of its file name, in lower case."""
        _, dot, ending = self.filename.rpartition(".")
        return ending.lower() if dot else ""

    def has_type(self, value: Value) -> None:
        """Take its Content-Type; the first counts."""
        if not self.typed:
            self.typed = True
            self.media_type = media_type_of(value.value, self.media_type)
            self.parameters = value.parameters

    def child(self) -> Part:
        """Return the next part of a multipart."""
        self.children += 1
        section = f"{self.section}.{self.children}" if self.section else str(self.children)
        default = "message/rfc822" if self.media_type == "multipart/digest" else "text/plain"  # RFC 2046 §5.1.5
        return Part(self.message, section, self, self.depth + 1, default)

    def nested(self) -> Part:
        """Return the message that a part is."""
        part = Part(
            Message(self.message.document, self.section, self.message.base),
            self.section,
            self,
            self.depth + 1,
            "text/plain",
        )
        part.whole = True
        return part

    def settle(self) -> None:
        """Say that its header is over: what it is, and what its content is."""
        encoding = self.encoding = self.encoding or ""
        media_type = self.media_type
        if media_type.startswith("multipart/"):
            self.kind = MULTIPART
            boundary = self.parameters.get("boundary", "").rstrip()
            self.boundary = boundary.encode("utf-8", "surrogateescape") or None
            return
        if self.whole:
            self.section = f"{self.section}.1" if self.section else "1"
        if media_type.startswith("text/"):
            if media_type == "text/html":
                self.reading = HTML
            elif media_type in _XML:
                self.reading = XML
            elif media_type in _CALENDARS or (
                media_type == "text/plain"
                and (self.disposition or "name" in self.parameters)
                and self._ending in _CALENDAR_ENDINGS
            ):
                self.reading = CALENDAR
        elif media_type in ("message/rfc822", "message/global", "message/news", "message/external-body") or (
            media_type == "message/partial" and self.parameters.get("number", "1").strip() == "1"
        ):
            self.reading = MAIL
        elif not media_type.startswith("message/"):
            self.reading = self._content(media_type, encoding)
        if self.reading == MAIL and encoding in IDENTITY:
            self.kind = MESSAGE

    def _content(self, media_type: str, encoding: str) -> str:
        """Return what is done with what is neither text nor mail by its type."""
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
        by_name = _BY_NAME.get(self._ending)
        # What travels readable is text, whatever program sent it.
        return by_name or (TEXT if encoding in ("", "7bit", "8bit", "quoted-printable") else UNKNOWN)
