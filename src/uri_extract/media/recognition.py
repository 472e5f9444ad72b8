"""What a document is that nobody declared: by its name, and by its first bytes (MIME Sniffing Standard §7.1)."""

from __future__ import annotations

import re
from typing import Final

HTML: Final = "text/html"
XHTML: Final = "application/xhtml+xml"
PLAIN: Final = "text/plain"

#: A document's first bytes that are looked at (MIME Sniffing Standard §5.2).
HEADER: Final = 1445

# By the end of a name, in lower case. Text may begin with a tag, and its name says that it is text.
_NAMES = {
    "html": HTML, "htm": HTML, "shtml": HTML, "xhtml": XHTML, "xht": XHTML, "txt": PLAIN, "text": PLAIN, "md": PLAIN,
    "markdown": PLAIN, "rst": PLAIN, "eml": PLAIN, "mbox": PLAIN, "log": PLAIN, "csv": PLAIN, "json": PLAIN,
    "js": PLAIN, "css": PLAIN,
}  # fmt: skip

_SPACE = rb"[\t\n\f\r ]*+"
_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?+" + _SPACE)
_XML = re.compile(rb"<\?xml[\t\n\r ][^>]{0,200}\?>(?:" + _SPACE + rb"<!--.{0,800}?-->)?+" + _SPACE, re.DOTALL)
_XHTML = re.compile(rb"<(?:!doctype[\t\n\r ]+html|html)[\t\n\f\r >]", re.IGNORECASE)
# The table of §7.1; each is followed by a blank or ">", but for a comment.
_HTML = re.compile(
    rb"<(?:(?:!doctype[ ]html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >]|!--)",
    re.IGNORECASE,
)
# What ends a tag's name in HTML, and a doctype's word: the table has blanks alone.
_LINES = bytes.maketrans(b"\t\n\f\r", b"    ")
_WIDE = ((b"\xfe\xff", "utf-16-be"), (b"\xff\xfe", "utf-16-le"))


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
    header = header[_BEGINNING.match(header).end() :]  # type: ignore[union-attr]  # it matches nothing, too
    if header and not header.startswith(b"<"):
        return PLAIN
    declaration = _XML.match(header)
    if declaration is not None and _XHTML.match(header, declaration.end()):
        return XHTML
    if _HTML.match(header.translate(_LINES)):
        return HTML
    return PLAIN if final else None
