"""Determine the encoding of an HTML document (HTML Standard §13.2.3.2), from its first bytes and the declared charset.

BeautifulSoup's ``EncodingDetector`` is not used: it accepts a ``charset=`` in any ``meta``, even in a comment, from
twice as many bytes, and does not look up labels.
"""

from __future__ import annotations

from functools import lru_cache

import uri_extract._compat._re as re
from uri_extract._compat._typing import NamedTuple
from uri_extract.decode.labels import codec_of, encoding_of
from uri_extract.limits import MAX_PRESCAN
from uri_extract.markup.html._prescan import NEAR, PRESCAN, declared_in, has_meta
from uri_extract.markup.html._prescan import is_undeclared_ascii as is_undeclared_ascii

# Encoding Standard §6, "BOM sniff". UTF-32 does not exist there.
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16be"), (b"\xff\xfe", "utf-16le"))
_FIRST_OF_MARKS = frozenset(mark[:1] for mark, _ in _MARKS)

# "<?x" in UTF-16.
_WIDE_XML = (b"<\0?\0x\0", b"\0<\0?\0x")

_CHARSET = re.compile(
    r"charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:\"([^\"]*)\"|'([^']*)'|([\"'])|([^\t\n\f\r ;\"'][^\t\n\f\r ;]*|))",
    re.IGNORECASE,
)
_XML = re.compile(rb"<\?xml(?P<inside>[^>]*+)>")
_XML_ENCODING = re.compile(rb"encoding[\0-\x20]*+=[\0-\x20]*+(?:\"([^\"]*)\"|'([^']*)')")


class Encoding(NamedTuple):
    """An encoding by its ``name`` in the Encoding Standard, in lower case, and the ``source`` that determined it.

    ``codec`` is Python's, None for the replacement encoding, which decodes nothing; ``source`` is ``"bom"``,
    ``"transport"``, ``"meta"``, ``"xml"`` or ``"default"``; ``mark`` is the size of the byte order mark.
    """

    name: str
    codec: str | None
    source: str
    mark: int = 0


@lru_cache(256)
def _encoding(name: str, source: str) -> Encoding:
    return Encoding(name, codec_of(name), source)


#: The result of :func:`determine` for a document that :func:`is_undeclared_ascii` accepts.
UNDECLARED = _encoding("utf-8", "default")


def determine(beginning: bytes, transport: str | None = None) -> Encoding:
    """Return the encoding of a document with these first bytes; ``transport`` is the charset of HTTP or MIME.

    If none is declared, it is UTF-8 if the first :data:`PRESCAN` bytes can be UTF-8, or if these are ASCII, the first
    character beyond them; else windows-1252.
    """
    encoding = sniff(beginning, transport)
    assert encoding is not None  # no more bytes follow
    return encoding


def sniff(beginning: bytes, transport: str | None = None, final: bool = True) -> Encoding | None:
    """Return as :func:`determine` does, or None if that needs more bytes and more will come.

    At most :data:`~uri_extract.limits.MAX_PRESCAN` bytes are examined. Pass at least :data:`PRESCAN` bytes, or all.
    """
    return Sniffer(transport)(beginning, final)


class Sniffer:
    """Does the same as :func:`sniff` for one document, called repeatedly with more of it."""

    def __init__(self, transport: str | None = None) -> None:
        self._transport = transport
        self._undeclared = False  # whatever follows
        #: True if the bytes passed are ASCII, declare nothing, and are ``MAX_PRESCAN`` or fewer.
        self.is_ascii: bool = False

    def __call__(self, beginning: bytes, final: bool) -> Encoding | None:
        """Return the encoding, or None if more bytes of the document are needed."""
        if beginning[:1] in _FIRST_OF_MARKS:
            for mark, name in _MARKS:
                if beginning.startswith(mark):
                    return Encoding(name, codec_of(name), "bom", len(mark))
        declared = encoding_of(self._transport) if self._transport else None
        if declared:
            return Encoding(declared, codec_of(declared), "transport")
        final = final or len(beginning) >= MAX_PRESCAN
        size = len(beginning)
        if self._undeclared:
            found, sure = None, True
        else:
            found, sure = _declaration(beginning[:NEAR], final and size <= NEAR)
        if size > MAX_PRESCAN and not (sure and found):
            beginning = beginning[:MAX_PRESCAN]
        if not sure and size > NEAR:
            found, sure = _declaration(beginning, final)
        if not sure:
            return None
        if found is None:
            self._undeclared = True
            first = None if beginning.isascii() else _beyond_ascii(beginning)
            self.is_ascii = first is None
            wanted = MAX_PRESCAN if first is None else max(PRESCAN, first + 4)
            if len(beginning) < wanted and not final:
                return None
            utf8 = first is None or _is_utf8(beginning[:wanted])
            found = ("utf-8" if utf8 else "windows-1252", "default")
        return _encoding(*found)


def _declaration(data: bytes, final: bool) -> tuple[tuple[str, str] | None, bool]:
    """Return the encoding that these bytes declare, with ``"meta"`` or ``"xml"``, and if later bytes cannot change it.

    By "prescan a byte stream to determine its encoding". A truncated tag declares nothing.
    """
    if data.startswith(_WIDE_XML):
        return ("utf-16be" if data[0] == 0 else "utf-16le", "xml"), True
    # Most documents have no "<meta": then only the end of the head matters, if more bytes will come.
    name, sure = (None, True) if final and not has_meta(data) else declared_in(data, _declared)
    if name:
        return (name, "meta"), True
    name = _from_xml(data) if data.startswith(b"<?xml") else None
    return (name, "xml") if name else None, sure or final


def _declared(attributes: dict[bytes, bytes]) -> str | None:
    if b"charset" in attributes:  # overrides content, even with an unknown label
        name = encoding_of(attributes[b"charset"].decode("latin-1"))
    elif attributes.get(b"http-equiv", b"").lower() == b"content-type":
        name = from_content(attributes.get(b"content", b"").decode("latin-1"))
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
    """Return the encoding for a declared one: not UTF-16, in which the declaration could not have been read."""
    if name.startswith("utf-16"):
        return "utf-8"
    return "windows-1252" if name == "x-user-defined" else name


def _from_xml(data: bytes) -> str | None:
    """Return the encoding of an XML declaration ("get an XML encoding")."""
    match = _XML.match(data)
    found = _XML_ENCODING.search(match["inside"]) if match else None
    if found is None:
        return None
    label = found[1] if found[1] is not None else found[2]
    if re.search(rb"[\0-\x20]", label):
        return None
    name = encoding_of(label.decode("latin-1"))
    return as_declared(name) if name else None


def _beyond_ascii(data: bytes) -> int | None:
    try:
        data.decode("ascii")
    except UnicodeDecodeError as error:
        return error.start
    return None


def _is_utf8(data: bytes) -> bool:
    """Return True if bytes are UTF-8, except for a character that may be truncated at their end."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data" and error.start >= len(data) - 3
    return True
