"""Determine the media type of a document that declares none, from its name and its first bytes.

HTML is recognised as in the MIME Sniffing Standard (§7.1), mail by :mod:`uri_extract.mail.beginnings`.
"""

from __future__ import annotations

from functools import lru_cache

import uri_extract._compat._re as re
from uri_extract._compat._ascii import GREATER_THAN, LEFT_BRACE, LESS_THAN, LINE_FEED, SMALL_B
from uri_extract._compat._typing import Final
from uri_extract.decode.wide import wide_without_mark
from uri_extract.formats import OFFICE
from uri_extract.formats.table import BY_FIRST_BYTE, BY_SUFFIX
from uri_extract.mail.beginnings import COMPOUND, MESSAGE, OUTLOOK, mail

HTML: Final = "text/html"
XHTML: Final = "application/xhtml+xml"
XML: Final = "application/xml"
CSS: Final = "text/css"
PLAIN: Final = "text/plain"
CALENDAR: Final = "text/calendar"
VCARD: Final = "text/vcard"
JSON: Final = "application/json"
#: An unregistered type, as are its other names.
JSON_LINES: Final = "application/x-ndjson"
MARKDOWN: Final = "text/markdown"
RST: Final = "text/x-rst"
ASCIIDOC: Final = "text/asciidoc"
ORG: Final = "text/org"
WIKI: Final = "text/x-wiki"
TEX: Final = "text/x-tex"
BIBTEX: Final = "text/x-bibtex"
ROFF: Final = "text/troff"
RTF: Final = "application/rtf"
PROPERTIES: Final = "text/x-java-properties"
CSV: Final = "text/csv"
TSV: Final = "text/tab-separated-values"

#: The maximum of first bytes that are examined (MIME Sniffing Standard §5.2).
HEADER: Final = 1445

#: Lightweight markup (:mod:`uri_extract.formats.lightweight`).
LIGHTWEIGHT: Final = frozenset((MARKDOWN, RST, ASCIIDOC, ORG, WIKI, TEX, BIBTEX, ROFF))
#: Media types whose text may be in UTF-16 without declaring it. XML has its own rule (XML 1.0 Appendix F).
MAY_BE_WIDE: Final = frozenset((PLAIN, HTML, CALENDAR, VCARD, JSON, JSON_LINES, PROPERTIES, CSV, TSV)) | LIGHTWEIGHT
# Types of names that mean text: such a document may be mail.
_TEXTS = LIGHTWEIGHT | {None, PLAIN}
# Suffixes of manual pages, besides sections ("1", "3pm"). Other files have them too, but a manual page begins with a
# request or a comment.
_ROFF = frozenset(("man", "mdoc", "roff", "troff"))
_MOST_OF_SECTION = 9
_REQUEST = re.compile(rb"[.'](?:\\[\"#]|[ \t]*+(?:TH|Dd|so|ds|de|nr|if|ie|ig|ad|nh|tr|pc|mso|UF)[ \t\n\r]|[\r\n])")
_MOST_OF_REQUEST = 64
# Suffixes that are also top-level domains: saved pages have the name of their host.
_DOMAINS = frozenset((ORG, WIKI))
# The flags of a message in a Maildir. File systems without colons in names use another character.
_FLAGGED = re.compile(r"[:!;]2,[A-Za-z]*$")

_SPACE = rb"[\t\n\f\r ]*+"
_XML = re.compile(rb"<\?xml[\t\n\r ][^>]{0,200}\?>(?>(?:" + _SPACE + rb"<!--.{0,800}?-->)?)" + _SPACE, re.DOTALL)
_DECLARATION = re.compile(rb"<\?xml[\t\n\r ]")
_XHTML = re.compile(rb"<(?:!doctype[\t\n\r ]+html|html)[\t\n\f\r >]", re.IGNORECASE)
# The table of §7.1; a tag's name is followed by a blank or ">".
_TAGS = (
    "!doctype html", "html", "head", "script", "iframe", "h1", "div", "font", "table", "a", "style", "title", "b",
    "body", "br", "p",
)  # fmt: skip
_OFFICE = b"<office:document "
_HTML = (b"<!--", *(f"<{name}{end}".encode() for name in _TAGS for end in " >"))
_LONGEST = max(map(len, _HTML))
# Without an XML declaration: a root element that occurs in no other format, or one that first declares its namespace.
_ROOT = re.compile(
    rb"<(?:(?:!doctype[\t\n\r ]+)?(?:rss|feed|urlset|sitemapindex|svg|opml|rdf:rdf|kml|gpx|xbel|wml)[\t\n\r />]"
    rb"|[A-Za-z_][-\w.:]{0,60}[\t\n\r ]+xmlns(?::[-\w.]{1,60})?[\t\n\r ]*=)",
    re.IGNORECASE,
)
_GROUP = b"{\\"
_CONTENT_LINES = re.compile(rb"begin:v(?:calendar|card)[\t ]*\r?\n", re.IGNORECASE)
# In the patterns of the table of formats: white space, and members of an object of JSON whose values have no escapes.
_SPACE_AT_MOST = rb"[\t\n\r ]{0,100}+"
_MEMBERS = rb'(?:"[^"\\]{0,60}+" : (?:"[^"\\]{0,400}+"|[0-9]{1,20}+) , ){0,4}?'
_EXPORTED = b"<!DOCTYPE html>\n<html>\n"
# What ends a tag's name in HTML, and a doctype's word; the table of §7.1 has only blanks.
_LINES = bytes.maketrans(b"\t\n\f\r", b"    ")
_WIDE = ((b"\xfe\xff", "utf-16-be"), (b"\xff\xfe", "utf-16-le"))
_WIDE_XML = ((b"\0<\0?", "utf-16-be"), (b"<\0?\0", "utf-16-le"))  # XML 1.0 Appendix F.1


# MIME Sniffing Standard §6.1; TIFF 6.0 section 2.
_IMAGE = re.compile(rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|BM.{4}\0\0\0\0|II\*\0|MM\0\*|RIFF.{4}WEBPVP", re.DOTALL)


def is_image(head: bytes) -> bool:
    """Return True if these are the first bytes of a PNG, JPEG, GIF, BMP, TIFF or WebP image."""
    return _IMAGE.match(head) is not None


def suffix_of(name: str) -> str:
    """Return what follows the last dot of a name, in lower case; the whole name if it has no dot."""
    return name[name.rfind(".") + 1 :].lower()


def _type_of(name: str) -> str | None:
    """Return the type of a name's suffix; None if it has none, or nothing before its dot."""
    suffix = suffix_of(name)
    return BY_SUFFIX.get(suffix) if len(suffix) + 1 < len(name) else None


def by_name(name: str | None) -> str | None:
    """Return the media type of a file name, None if the name does not determine one."""
    if not name:
        return None
    kind: str | None = _type_of(name)
    if kind == PLAIN and name.endswith(".txt"):
        source: str | None = _type_of(name[:-4])  # Sphinx publishes the source of a page as index.rst.txt
        return source if source in LIGHTWEIGHT and source not in _DOMAINS else kind
    return MESSAGE if kind is None and "2," in name and _FLAGGED.search(name) else kind


def recognise(name: str | None, beginning: bytes, final: bool = False) -> str | None:
    """Return the media type of a document, from its name and its first bytes; None if more bytes are needed.

    A name overrides the first bytes, except if it means text, because mail archives and messages have such names too.
    """
    named = by_name(name)
    if named in _TEXTS:
        final = final or len(beginning) >= HEADER
        header = beginning[:HEADER]
        if named is None and name and _may_be_manual(name):
            if _REQUEST.match(header):
                return ROFF
            if not final and len(header) < _MOST_OF_REQUEST:
                return None
        message = name is not None and name[-4:].lower() == ".msg"  # used by Outlook, and by others
        if message and header.startswith(COMPOUND):
            return OUTLOOK
        first = _without_space(header)
        if not first or first[0] | 0x20 == SMALL_B:
            lines = _content_lines(first, final)
            if lines != "":
                return lines
        if not first or first[0] == LEFT_BRACE:
            if first.startswith(_GROUP):
                from uri_extract.decode.rtf_words import BEGINNING  # imported when needed, which is seldom

                if first.startswith(BEGINNING):
                    return RTF
                if not final and BEGINNING.startswith(first):
                    return None
            shape = _json(first, final)
            if shape != "":
                return shape
        shape = "" if named in LIGHTWEIGHT else _by_pattern(first, final)
        if shape != "":
            return shape
        kind = mail(header, final, named=message)
        if kind != "":
            return kind
    if named == HTML and (not beginning or beginning[0] == LESS_THAN):
        kind = _by_pattern(beginning[:HEADER], final)
        return named if kind == "" else kind
    if named not in _DOMAINS:
        return named or by_beginning(beginning, final)
    kind = by_beginning(beginning, final)
    return named if kind == PLAIN else kind


def _may_be_manual(name: str) -> bool:
    _, dot, suffix = name.rpartition(".")
    if suffix in _ROFF:
        return dot == "."
    section, part = suffix[:1], suffix[1:]
    is_part = not part or (part.isascii() and part.isalpha() and part.islower() and len(part) < _MOST_OF_SECTION)
    return dot == "." and "1" <= section <= "9" and is_part


def _json(first: bytes, final: bool) -> str | None:
    """Return the media type of JSON with these first bytes that holds documents; else as :func:`_content_lines`."""
    if not first:
        return "" if final else None
    from uri_extract.formats.json.beginnings import json_shape  # imported when needed, which is seldom

    return json_shape(first, final)


def _by_pattern(first: bytes, final: bool) -> str | None:
    """Return the media type whose pattern in the table of formats matches; else as :func:`_content_lines`.

    JSON and a page that begins like an export are decided by :data:`HEADER` bytes, other text by a line, so that a
    typed line is read at once.
    """
    if not first:
        return "" if final else None
    rows = BY_FIRST_BYTE.get(first[0])
    if rows is None:
        return ""
    if first[0] == LESS_THAN and not first.startswith(_EXPORTED):  # as most pages
        return None if not final and _EXPORTED.startswith(first) else ""
    if not final and len(first) < HEADER:
        is_json = first[0] in b"{[" and first[1:].lstrip()[:1] in (b"", b"{", b'"')
        if is_json or first[0] == LESS_THAN or LINE_FEED not in first:
            return None
    return next((row[1] for row in rows if _written_out(row[4]).match(first)), "")


@lru_cache
def _written_out(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern.replace(b"~", _MEMBERS).replace(b" ", _SPACE_AT_MOST), re.DOTALL)


def may_be_json(name: str | None, declared: str | None) -> bool:
    """Return True if neither the name of a document nor the type its container declares rules out JSON."""
    named = by_name(name)
    return all(each in (None, PLAIN) or "json" in each for each in (named, declared))


def _content_lines(first: bytes, final: bool) -> str | None:
    """Return the media type of content lines with these first bytes, "" for other text, None to see more bytes."""
    first = first[:64]
    begun = _CONTENT_LINES.match(first) if first else None
    if begun is not None:
        return VCARD if b"card" in begun[0].lower() else CALENDAR
    if final or len(first) == 64 or LINE_FEED in first:
        return ""
    return None if b"begin:vcalendar".startswith(first[:15].lower()) or first[:10].lower() == b"begin:vcar" else ""


def _without_space(header: bytes) -> bytes:
    """Return the first bytes without a byte order mark and white space at their start."""
    return header.removeprefix(b"\xef\xbb\xbf").lstrip(b"\t\n\f\r ")


def by_beginning(beginning: bytes, final: bool = False) -> str | None:
    """Return the media type of a document that is not mail, from its first bytes; None if more are needed.

    At most :data:`HEADER` bytes are examined; ``final``: these are all.
    """
    final = final or len(beginning) >= HEADER
    if len(beginning) < 4 and not final:
        return None
    header = beginning[:HEADER]
    for mark, codec in _WIDE:
        if header.startswith(mark):
            header = header[2:].decode(codec, "ignore").encode("utf-8", "surrogatepass")
    for first, codec in _WIDE_XML:
        if header.startswith(first):
            header = header.decode(codec, "ignore").encode("utf-8", "surrogatepass")
    wide = wide_without_mark(header)
    if wide is not None and wide[1]:
        header = header.decode(wide[0], "ignore").encode("utf-8", "surrogatepass")
    header = _without_space(header)
    if (header or final) and not header.startswith(b"<"):
        return PLAIN
    declaration = _XML.match(header) if header.startswith(b"<?") else None
    if declaration is not None and _XHTML.match(header, declaration.end()):
        return XHTML
    if declaration is not None:
        rest = header[declaration.end() :]
        if rest.startswith(_OFFICE):
            return OFFICE
        if final or (GREATER_THAN in rest and not rest.startswith(b"<!--")):
            return XML
    if header[:_LONGEST].translate(_LINES).lower().startswith(_HTML):
        return HTML
    if _ROOT.match(header) or (final and _DECLARATION.match(header)):
        return XML
    return PLAIN if final else None
