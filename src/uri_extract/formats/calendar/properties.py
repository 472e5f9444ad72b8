"""The type of a property's value: text with escapes, a URI, HTML, or binary data (RFC 5545 §3.3, RFC 6350 §4)."""

from __future__ import annotations

from functools import lru_cache

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final

# The type of a value. Those before NONE have escapes, those after it are not read.
TEXT: Final = 0
URI: Final = 1
HTML: Final = 2
#: The line is not a property.
NONE: Final = 3
BINARY: Final = 4
#: Binary data that may be a document.
BINARY_DOCUMENT: Final = 5

# Why reading stopped: at the end of the bytes; at the start or end of an HTML value; at the start of a binary document.
READ: Final = 0
HTML_BEGINS: Final = 1
HTML_ENDS: Final = 2
BINARY_BEGINS: Final = 3

# The name, with an optional group before it (RFC 6350 §3.3), and the parameters, whose values may be quoted.
_PROPERTY: Final = re.compile(
    rb"(?:[\w-]{1,64}\.)?([\w-]{1,64})((?:;[^;:\"\n]*(?:\"[^\"\n]*\"[^;:\"\n]*)*)*):", re.ASCII
)
#: The same if a quote in the parameters is never closed.
_UNCLOSED: Final = re.compile(rb"(?:[\w-]{1,64}\.)?([\w-]{1,64})(;[^:\n]*):", re.ASCII)
# A line that begins with a URI: the continuation of a text that was folded incorrectly.
_URI: Final = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]*://|(?:mailto|urn|sips?|xmpp|data|cid|mid):", re.IGNORECASE)

_BASE64: Final = re.compile(rb";(?:ENCODING=)?\"?(?:BASE64|B)\"?(?=;|\Z)|;VALUE=\"?BINARY\"?(?=;|\Z)")
_QUOTED_PRINTABLE: Final = re.compile(rb";(?:ENCODING=)?\"?QUOTED-PRINTABLE\"?(?=;|\Z)")
_OF_TYPE_URI: Final = re.compile(rb";VALUE=\"?(?:URI|URL|CAL-ADDRESS|CONTENT-ID|CID)\"?(?=;|\Z)")
_OF_TYPE_TEXT: Final = re.compile(rb";VALUE=\"?TEXT\"?(?=;|\Z)")
_OF_HTML: Final = re.compile(rb";FMTTYPE=\"?TEXT/HTML\b")
_MEDIA: Final = re.compile(rb";(?:FMTTYPE|MEDIATYPE)=\"?(?:IMAGE|AUDIO|VIDEO)/")

#: Properties whose value is a URI unless a parameter says otherwise (RFC 5545, 6350, 7986, 9073, 9253, and drafts).
_URIS: Final = frozenset(
    b"ATTACH ATTENDEE CALADRURI CALENDAR-ADDRESS CALURI CONFERENCE FBURL IMAGE IMPP KEY LINK LOGO MEMBER ORGANIZER "
    b"PHOTO RELATED SOUND SOURCE STRUCTURED-DATA TZURL URL".split()
)
#: Properties whose binary value is a picture, a sound or a key.
_NO_DOCUMENTS: Final = frozenset((b"PHOTO", b"LOGO", b"SOUND", b"KEY", b"IMAGE"))


class Property:
    """The type of a value, as the beginning of its content line declares it.

    ``size`` is the number of bytes up to and including the colon, of the line without folds; ``quoted_printable`` is
    true for values in that encoding (vCard 2.1, vCalendar 1.0).
    """

    __slots__ = ("kind", "name", "quoted_printable", "size")

    def __init__(self, size: int, kind: int, name: bytes = b"", quoted_printable: bool = False):
        self.size: int = size
        self.kind: int = kind
        self.name: bytes = name
        self.quoted_printable: bool = quoted_printable


_NO_PROPERTY: Final = Property(0, NONE)

# The versions (vCard 2.1, vCalendar 1.0) in which a fold keeps its white space, as in mail (RFC 822 §3.1.1).
_VERSION: Final = re.compile(rb"VERSION[ \t]*:[ \t]*([0-9.]+)", re.IGNORECASE)
_KEEP_BLANKS: Final = frozenset((b"2.1", b"1.0"))


def property_of(line: bytes) -> Property:
    """Return the property of a content line, given its beginning without folds."""
    match = _PROPERTY.match(line) or _UNCLOSED.match(line)
    if match is None or _URI.match(line):
        return _NO_PROPERTY
    name, parameters = match[1].upper(), match[2].upper()
    size = match.end()
    if not parameters:
        return Property(size, URI if name in _URIS else TEXT, name)
    if _BASE64.search(parameters):
        is_document = name not in _NO_DOCUMENTS and not _MEDIA.search(parameters)
        return Property(size, BINARY_DOCUMENT if is_document else BINARY, name)
    quoted_printable = _QUOTED_PRINTABLE.search(parameters) is not None
    if _OF_TYPE_URI.search(parameters) or (name in _URIS and not _OF_TYPE_TEXT.search(parameters)):
        return Property(size, URI, name, quoted_printable)
    return Property(size, HTML if _OF_HTML.search(parameters) else TEXT, name, quoted_printable)


@lru_cache(256)
def property_named(beginning: bytes) -> Property:
    """Return the property of a line, given only its name, parameters and first colon.

    These suffice if they contain no quotation mark and no slash follows.
    """
    return property_of(beginning)


def keeps_blanks(line: bytes, before: bool) -> bool:
    """Return True if folds keep their white space after this line, without folds; ``before`` if it has no version."""
    version = _VERSION.match(line)
    return before if version is None else version[1] in _KEEP_BLANKS
