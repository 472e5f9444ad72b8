"""What a document is that nobody declared: by its name, and by its first bytes (MIME Sniffing Standard §7.1)."""

from __future__ import annotations

import re
from typing import Final

HTML: Final = "text/html"
XHTML: Final = "application/xhtml+xml"
XML: Final = "application/xml"
PLAIN: Final = "text/plain"
MAIL: Final = "message/rfc822"

#: A document's first bytes that are looked at (MIME Sniffing Standard §5.2).
HEADER: Final = 1445

# By the end of a name, in lower case. Text may begin with a tag, and its name says that it is text.
_NAMES = {
    "html": HTML, "htm": HTML, "shtml": HTML, "xhtml": XHTML, "xht": XHTML, "txt": PLAIN, "text": PLAIN, "md": PLAIN,
    "markdown": PLAIN, "rst": PLAIN, "eml": MAIL, "mht": MAIL, "mhtml": MAIL, "mbox": PLAIN, "log": PLAIN, "csv": PLAIN, "json": PLAIN,
    "js": PLAIN, "css": PLAIN, "svg": "image/svg+xml", "atom": "application/atom+xml", "rss": "application/rss+xml",
    **dict.fromkeys((
        "xml", "rdf", "owl", "opml", "kml", "gpx", "xsl", "xslt", "xsd", "wsdl", "rng", "xspf", "dbk", "docbook",
        "tei", "opf", "ncx", "rels", "smil", "mpd", "fo", "mathml", "mml", "xul", "xbl", "plist", "xlf", "gml",
        "graphml", "sitemap", "wadl", "jnlp", "fb2", "xmp",
    ), XML),
}  # fmt: skip

_SPACE = rb"[\t\n\f\r ]*+"
_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?+" + _SPACE)
_XML = re.compile(rb"<\?xml[\t\n\r ][^>]{0,200}\?>(?:" + _SPACE + rb"<!--.{0,800}?-->)?+" + _SPACE, re.DOTALL)
_DECLARATION = re.compile(rb"<\?xml[\t\n\r ]")
_XHTML = re.compile(rb"<(?:!doctype[\t\n\r ]+html|html)[\t\n\f\r >]", re.IGNORECASE)
# The table of §7.1; each is followed by a blank or ">", but for a comment.
_HTML = re.compile(
    rb"<(?:(?:!doctype[ ]html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >]|!--)",
    re.IGNORECASE,
)
# Without an XML declaration: a root element that means nothing else, or declares its namespace first.
_ROOT = re.compile(
    rb"<(?:(?:!doctype[\t\n\r ]+)?(?:rss|feed|urlset|sitemapindex|svg|opml|rdf:rdf|kml|gpx)[\t\n\r />]"
    rb"|[A-Za-z_][-\w.:]{0,60}[\t\n\r ]+xmlns(?::[-\w.]{1,60})?[\t\n\r ]*=)",
    re.IGNORECASE,
)
# What ends a tag's name in HTML, and a doctype's word: the table has blanks alone.
_LINES = bytes.maketrans(b"\t\n\f\r", b"    ")
# A message begins with fields (RFC 5322 §2.2). Other things do, too: at least three of these must be among them, and
# one that only mail has, or those that somebody writes who writes a message by hand.
_FIELD = re.compile(rb"([!-9;-~]{1,60})[ \t]*+:")
_FIRST = re.compile(rb"[!-9;-~]{1,60}[ \t]*+:|[!-9;-~]{0,60}\Z")
_FIELDS = frozenset(
    b"received return-path delivered-to message-id mime-version from to cc date subject sender reply-to references "
    b"in-reply-to content-type content-transfer-encoding path newsgroups organization x-mailer user-agent list-id "
    b"dkim-signature x-received authentication-results received-spf arc-seal envelope-to lines xref "
    b"x-google-dkim-signature x-original-to content-location content-language importance precedence errors-to "
    b"x-spam-status x-spam-level status snapshot-content-location".split()
)
_ONLY_MAIL = frozenset(
    b"received return-path delivered-to message-id mime-version newsgroups dkim-signature x-received arc-seal".split()
)
_BY_HAND = frozenset((b"from", b"to", b"subject"))
_WIDE = ((b"\xfe\xff", "utf-16-be"), (b"\xff\xfe", "utf-16-le"))
_WIDE_XML = ((b"\0<\0?", "utf-16-be"), (b"<\0?\0", "utf-16-le"))  # XML 1.0 Appendix F.1


def by_name(name: str | None) -> str | None:
    """Return the media type that a file's name tells, None where it tells none."""
    stem, dot, suffix = (name or "").rpartition(".")
    return _NAMES.get(suffix.lower()) if stem and dot else None


def by_beginning(beginning: bytes, final: bool = False) -> str | None:
    """Return what a document is that begins so; None where more of it must be seen, :data:`HEADER` bytes at most.

    ``final``: this is all of it.
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
    message = _is_message(header, final)
    if message is not False:
        return MAIL if message else None
    header = header[_BEGINNING.match(header).end() :]  # type: ignore[union-attr]  # it matches nothing, too
    if header and not header.startswith(b"<"):
        return PLAIN
    declaration = _XML.match(header)
    if declaration is not None and _XHTML.match(header, declaration.end()):
        return XHTML
    if declaration is not None:
        rest = header[declaration.end() :]
        if final or (b">" in rest and not rest.startswith(b"<!--")):
            return XML
    if _HTML.match(header.translate(_LINES)):
        return HTML
    if _ROOT.match(header) or (final and _DECLARATION.match(header)):
        return XML
    return PLAIN if final else None


def _is_message(beginning: bytes, final: bool) -> bool | None:
    """Whether a message begins so; None where more of it must be seen."""
    if not _FIRST.match(beginning):
        return False
    names = set()
    ended = False
    lines = beginning.split(b"\n")
    for number, line in enumerate(lines):
        if number + 1 == len(lines) and not (final and len(beginning) < HEADER):
            break  # it may go on
        if line in (b"", b"\r"):
            ended = True
            break
        if line[:1] in b" \t" and number:
            continue
        field = _FIELD.match(line)
        if field is None:
            return False
        names.add(field[1].lower())
        if number == 0 and not (field[1].lower() in _FIELDS or field[1][:2].lower() == b"x-"):
            return False
    if len(names & _FIELDS) > 2 and (names & _ONLY_MAIL or names >= _BY_HAND):
        return True
    return False if ended or final else None
