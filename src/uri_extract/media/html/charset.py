"""The encoding of an HTML document (HTML standard §13.2.3.2), from its first bytes and what was declared.

BeautifulSoup's ``EncodingDetector`` is not used: it takes a ``charset=`` of any ``meta``, in a comment too, from twice
as many bytes, and labels as they stand.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from uri_extract.media.html.labels import codec_of, encoding_of

#: So many bytes are searched for a declaration.
PRESCAN = 1024

# Encoding Standard §6, "BOM sniff". There is no UTF-32.
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16be"), (b"\xff\xfe", "utf-16le"))

_SPACE = rb"[\t\n\f\r ]*+"
_META = re.compile(rb"<meta(?=[\t\n\f\r /])", re.IGNORECASE)
_TAG = re.compile(rb"</?[A-Za-z][^\t\n\f\r >]*+")
# "Get an attribute": the end of the tag, or a name and a value. One that reaches the end was cut off.
_ATTRIBUTE = re.compile(
    rb"[\t\n\f\r /]*+(?:(?P<end>>)|(?P<name>[^\t\n\f\r />][^\t\n\f\r />=]*+)"
    rb"(?:" + _SPACE + rb"=" + _SPACE + rb"(?:(?=>)|\"(?P<double>[^\"]*+)(?:\"|\Z)|'(?P<single>[^']*+)(?:'|\Z)"
    rb"|(?P<bare>[^\t\n\f\r >\"'][^\t\n\f\r >]*+)))?+|\Z)"
)
_CHARSET = re.compile(
    r"charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:\"([^\"]*)\"|'([^']*)'|([\"'])|([^\t\n\f\r ;\"'][^\t\n\f\r ;]*|))",
    re.IGNORECASE,
)
_XML = re.compile(rb"<\?xml(?P<inside>[^>]*+)>")
_XML_ENCODING = re.compile(rb"encoding[\0-\x20]*+=[\0-\x20]*+(?:\"([^\"]*)\"|'([^']*)')")


class Encoding(NamedTuple):
    """An encoding by its ``name`` in the Encoding Standard, in lower case, and how it is known.

    ``codec`` is Python's, None for the replacement encoding, of which nothing can be read; ``source`` is ``"bom"``,
    ``"transport"``, ``"meta"``, ``"xml"`` or ``"default"``; ``mark`` the bytes of the byte order mark.
    """

    name: str
    codec: str | None
    source: str
    mark: int = 0


def determine(beginning: bytes, transport: str | None = None) -> Encoding:
    """Return the encoding of the document that begins so; ``transport`` is the charset that HTTP or MIME declares.

    Of ``beginning`` give at least :data:`PRESCAN` bytes, or all. Where nothing is declared it is UTF-8 if all that was
    given can be, and windows-1252 else.
    """
    for mark, name in _MARKS:
        if beginning.startswith(mark):
            return Encoding(name, codec_of(name), "bom", len(mark))
    declared = encoding_of(transport) if transport else None
    if declared:
        return Encoding(declared, codec_of(declared), "transport")
    name, source = prescan(beginning[:PRESCAN]) or ("utf-8" if _is_utf8(beginning) else "windows-1252", "default")
    return Encoding(name, codec_of(name), source)


def prescan(data: bytes) -> tuple[str, str] | None:
    """Return the encoding that these bytes declare, and ``"meta"`` or ``"xml"``; None where they do not.

    "Prescan a byte stream to determine its encoding". What is cut off at the end declares nothing.
    """
    if data.startswith(b"<\0?\0x\0"):
        return "utf-16le", "xml"
    if data.startswith(b"\0<\0?\0x"):
        return "utf-16be", "xml"
    name = _from_meta(data)
    if name:
        return name, "meta"
    name = _from_xml(data)
    return (name, "xml") if name else None


def _from_meta(data: bytes) -> str | None:
    at = data.find(b"<")
    while at >= 0:
        meta = _META.match(data, at)
        tag = meta or _TAG.match(data, at)
        if data.startswith(b"<!--", at):
            at = data.find(b"-->", at + 2)  # "<!-->" is whole
        elif tag is not None:
            attributes, end = _attributes(data, tag.end())
            if attributes is None:  # cut off
                return None
            name = _declared(attributes) if meta else None
            if name:
                return name
            at = end
        elif data.startswith((b"<!", b"</", b"<?"), at):
            at = data.find(b">", at)
        else:
            at += 1
        at = data.find(b"<", at) if at >= 0 else -1
    return None


def _attributes(data: bytes, at: int) -> tuple[dict[bytes, str] | None, int]:
    """Return the attributes from there, the first of each name, and where their tag ends."""
    attributes: dict[bytes, str] = {}
    while (match := _ATTRIBUTE.match(data, at)) is not None:
        at = match.end()
        if match["end"]:
            return attributes, at
        if at == len(data):
            break
        value = match["double"] or match["single"] or match["bare"] or b""
        attributes.setdefault(match["name"].lower(), value.decode("latin-1"))
    return None, at


def _declared(attributes: dict[bytes, str]) -> str | None:
    """Return the encoding that the attributes of a ``meta`` declare."""
    if b"charset" in attributes:  # before content, known or not
        name = encoding_of(attributes[b"charset"])
    elif attributes.get(b"http-equiv", "").lower() == "content-type":
        name = from_content(attributes.get(b"content", ""))
    else:
        return None
    return as_declared(name) if name else None


def from_content(content: str) -> str | None:
    """Return the encoding in a content type ("extract a character encoding from a meta element", §2.4.4)."""
    for match in _CHARSET.finditer(content):
        double, single, unmatched, bare = match.groups()
        if unmatched:
            return None
        return encoding_of(double or single or bare or "")
    return None


def as_declared(name: str) -> str:
    """Return what an encoding means that the document itself declares: if it were UTF-16, that could not be read."""
    if name.startswith("utf-16"):
        return "utf-8"
    return "windows-1252" if name == "x-user-defined" else name


def _from_xml(data: bytes) -> str | None:
    """Return what an XML declaration declares ("get an XML encoding")."""
    match = _XML.match(data)
    found = _XML_ENCODING.search(match["inside"]) if match else None
    if found is None:
        return None
    label = found[1] if found[1] is not None else found[2]
    if re.search(rb"[\0-\x20]", label):
        return None
    name = encoding_of(label.decode("latin-1"))
    return as_declared(name) if name else None


def _is_utf8(data: bytes) -> bool:
    """Whether bytes are UTF-8, but for a character that their end may have cut off."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data" and error.start >= len(data) - 3
    return True
