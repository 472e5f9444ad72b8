"""The encoding of an HTML document (HTML standard §13.2.3.2), from its first bytes and what was declared.

BeautifulSoup's ``EncodingDetector`` is not used: it takes a ``charset=`` of any ``meta``, in a comment too, from twice
as many bytes, and labels as they are.
"""

from __future__ import annotations

from functools import lru_cache

import uri_extract._re as re
from uri_extract._typing import TYPE_CHECKING, NamedTuple
from uri_extract.decode.labels import codec_of, encoding_of
from uri_extract.scan import variant

if TYPE_CHECKING:
    from collections.abc import Callable

_KERNEL = variant("uri_extract.media.html._prescan")
#: This many bytes are searched for a declaration at least; from there on it must be in the head.
PRESCAN: int = _KERNEL.PRESCAN

#: And this many at most.
MOST = 1 << 17
_NEAR: int = _KERNEL.NEAR

# Encoding Standard §6, "BOM sniff". There is no UTF-32.
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
    """An encoding by its ``name`` in the Encoding Standard, in lower case, and how it is known.

    ``codec`` is Python's, None for the replacement encoding, of which nothing can be read; ``source`` is ``"bom"``,
    ``"transport"``, ``"meta"``, ``"xml"`` or ``"default"``; ``mark`` the bytes of the byte order mark.
    """

    name: str
    codec: str | None
    source: str
    mark: int = 0


@lru_cache(256)
def _encoding(name: str, source: str) -> Encoding:
    return Encoding(name, codec_of(name), source)


#: What a whole document is in of which :func:`is_undeclared_ascii` is true: what :func:`determine` returns.
UNDECLARED = _encoding("utf-8", "default")
is_undeclared_ascii: Callable[[bytes], bool] = _KERNEL.is_undeclared_ascii


def determine(beginning: bytes, transport: str | None = None) -> Encoding:
    """Return the encoding of the document that begins so; ``transport`` is the charset that HTTP or MIME declares.

    Where nothing is declared it is UTF-8 if the first :data:`PRESCAN` bytes can be, or where those are ASCII the first
    character beyond that; and windows-1252 else.
    """
    encoding = sniff(beginning, transport)
    assert encoding is not None  # as nothing follows
    return encoding


def sniff(beginning: bytes, transport: str | None = None, final: bool = True) -> Encoding | None:
    """Do as :func:`determine`; return None where that needs more of the document, and more is there to come.

    No more than :data:`MOST` bytes are looked at. Call it with at least :data:`PRESCAN`, or all.
    """
    return Sniffer(transport)(beginning, final)


class Sniffer:
    """Does as :func:`sniff` for one document, asked again and again with more of it."""

    def __init__(self, transport: str | None = None) -> None:
        self._transport = transport
        self._undeclared = False  # whatever follows
        #: Whether the bytes that it was asked with are ASCII, if they declare nothing and are :data:`MOST` or fewer.
        self.is_ascii: bool = False

    def __call__(self, beginning: bytes, final: bool) -> Encoding | None:
        """Return the encoding, or None where that needs more of the document than these bytes."""
        if beginning[:1] in _FIRST_OF_MARKS:
            for mark, name in _MARKS:
                if beginning.startswith(mark):
                    return Encoding(name, codec_of(name), "bom", len(mark))
        declared = encoding_of(self._transport) if self._transport else None
        if declared:
            return Encoding(declared, codec_of(declared), "transport")
        final = final or len(beginning) >= MOST
        size = len(beginning)
        if self._undeclared:
            found, sure = None, True
        else:
            found, sure = _declaration(beginning[:_NEAR], final and size <= _NEAR)
        if size > MOST and not (sure and found):
            beginning = beginning[:MOST]
        if not sure and size > _NEAR:
            found, sure = _declaration(beginning, final)
        if not sure:
            return None
        if found is None:
            self._undeclared = True
            first = None if beginning.isascii() else _beyond_ascii(beginning)
            self.is_ascii = first is None
            wanted = MOST if first is None else max(PRESCAN, first + 4)
            if len(beginning) < wanted and not final:
                return None
            utf8 = first is None or _is_utf8(beginning[:wanted])
            found = ("utf-8" if utf8 else "windows-1252", "default")
        return _encoding(*found)


def prescan(data: bytes) -> tuple[str, str] | None:
    """Return the encoding that these bytes declare, and ``"meta"`` or ``"xml"``; None where they do not.

    "Prescan a byte stream to determine its encoding". What is cut off at the end declares nothing.
    """
    return _declaration(data, True)[0]


def _declaration(data: bytes, final: bool) -> tuple[tuple[str, str] | None, bool]:
    """Return the declaration, and whether what follows makes no difference."""
    if data.startswith(_WIDE_XML):
        return ("utf-16be" if data[0] == 0 else "utf-16le", "xml"), True
    # What declares nothing is found fast; whether the head is over matters if more is to come.
    name, sure = (None, True) if final and not _KERNEL.has_meta(data) else _KERNEL.declared_in(data, _declared)
    if name:
        return (name, "meta"), True
    name = _from_xml(data) if data.startswith(b"<?xml") else None
    return (name, "xml") if name else None, sure or final


def _declared(attributes: dict[bytes, bytes]) -> str | None:
    """Return the encoding that the attributes of a ``meta`` declare."""
    if b"charset" in attributes:  # before content, known or not
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


def _beyond_ascii(data: bytes) -> int | None:
    """Return the position of the first byte beyond ASCII."""
    try:
        data.decode("ascii")
    except UnicodeDecodeError as error:
        return error.start
    return None


def _is_utf8(data: bytes) -> bool:
    """Whether bytes are UTF-8, but for a character that their end may have cut off."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data" and error.start >= len(data) - 3
    return True
