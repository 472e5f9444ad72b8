"""TNEF (``winmail.dat``; MS-OXTNEF), in which Outlook sends properties that MIME lacks: bodies and attachments.

A stream is a sequence of attributes of the message or of the last attachment. Two of the attributes contain lists of
MAPI properties. The bytes of bodies are yielded undecoded, with the code page as their charset.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from uri_extract._compat._typing import Final, NamedTuple
from uri_extract.decode.labels import codec_of_code_page
from uri_extract.decode.rtf_words import decompressed, holds_html
from uri_extract.limits import MAX_OUTLOOK, MAX_TNEF_PROPERTIES
from uri_extract.mail.msg.properties import FALLBACK
from uri_extract.sources.byte_stream import Budget, ByteStream
from uri_extract.sources.document import Document

_SIGNATURE_SIZE: Final = 6  # and the legacy key (§2.1.3.1)
_MESSAGE, _ATTACHMENT = 1, 2
_HEADER: Final = struct.Struct("<BII")
_CHECKSUM_SIZE: Final = 2

# Attributes (§2.1.3.1). Their upper half is the type of the value.
_BODY, _PROPERTIES, _CODE_PAGE = 0x0002800C, 0x00069003, 0x00069007
_BEGIN, _TITLE, _DATA, _OF_ATTACHMENT = 0x00069002, 0x00018010, 0x0006800F, 0x00069005

# Property ids (MS-OXPROPS) and types (MS-OXCDATA §2.11.1).
_P_BODY, _P_HTML, _P_RTF = 0x1000, 0x1013, 0x1009
_P_CODE_PAGE, _P_DATA, _P_FILENAME, _P_LONG_FILENAME = 0x3FDE, 0x3701, 0x3704, 0x3707
_STRING8, _STRING, _OBJECT, _BINARY, _INTEGER = 0x001E, 0x001F, 0x000D, 0x0102, 0x0003
# The properties that are kept; one value of each, so that memory is bounded.
_KEPT: Final = frozenset((_BODY, _TITLE, _DATA))
_KEPT_PROPERTIES: Final = frozenset((
    _P_BODY, _P_HTML, _P_RTF, _P_CODE_PAGE, _P_DATA, _P_FILENAME, _P_LONG_FILENAME,
))  # fmt: skip
_LENGTHS: Final = frozenset((_STRING8, _STRING, _OBJECT, _BINARY))
# Bytes of values of a fixed size; values of 2 bytes are padded to 4 (§2.1.3.4).
_SIZES: Final = {
    0x0002: 4, _INTEGER: 4, 0x0004: 4, 0x0005: 8, 0x0006: 8, 0x0007: 8, 0x000A: 4, 0x000B: 4, 0x0014: 8, 0x0040: 8,
    0x0048: 16,
}  # fmt: skip
_SEVERAL: Final = 0x1000
_FIRST_NAMED: Final = 0x8000
_UTF16: Final = "utf-16-le"
#: An object begins with its interface: IID_IMessage, whose value is a stream like this one.
_GUID_SIZE: Final = 16
_IMESSAGE: Final = bytes.fromhex("0703020000000000c000000000000046")


class _Value(NamedTuple):
    """The bytes of a value, and the type of its property."""

    kind: int
    data: bytes


class _Damaged(Exception):  # noqa: N818 - it never leaves this module
    """The list of properties is invalid."""


def members(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield the bodies, and the attachments under their names."""
    return _Reader(document, stream, budget).members()


class _Reader:
    """Reads one stream. The values of the message or attachment are kept until the next attachment begins."""

    def __init__(self, document: Document, stream: ByteStream, budget: Budget) -> None:
        self._document = document
        self._stream = stream
        self._budget = budget
        self._codec = FALLBACK
        self._attributes: dict[int, bytes] = {}
        self._properties: dict[int, _Value] = {}
        self._is_attachment = False
        self._number = 0  # of the attachment

    def members(self) -> Iterator[Document]:
        """Read all attributes."""
        self._stream.skip(_SIGNATURE_SIZE)
        while True:
            place = self._stream.offset
            head = self._stream.read(_HEADER.size)
            if not head:
                break
            level, attribute, size = _HEADER.unpack(head) if len(head) == _HEADER.size else (0, 0, 0)
            if level not in (_MESSAGE, _ATTACHMENT):
                self._damaged(place, "no attribute begins here: the rest is not read")
                break
            if attribute == _BEGIN:
                yield from self._finished()
                self._is_attachment, self._number = True, self._number + 1
            if not self._take(attribute, size, place):
                break
        yield from self._finished()

    def _take(self, attribute: int, size: int, place: int) -> bool:
        """Read the value of an attribute; return False if nothing follows it."""
        if size > MAX_OUTLOOK:
            message = f"an attribute has {size} bytes, more than {MAX_OUTLOOK}: it is not read"
            self._budget.problem(self._document.name, place, "too-large", message)
            self._stream.skip(size + _CHECKSUM_SIZE)
            return True
        data = self._stream.read(size)
        checksum = self._stream.read(_CHECKSUM_SIZE)
        if len(data) < size or len(checksum) < _CHECKSUM_SIZE:
            self._damaged(place, f"an attribute of {size} bytes is truncated")
        elif sum(data) & 0xFFFF != int.from_bytes(checksum, "little"):
            self._damaged(place, f"an attribute of {size} bytes has another checksum")
        if attribute in (_PROPERTIES, _OF_ATTACHMENT):
            try:
                for number, value in _properties(data):
                    if number in _KEPT_PROPERTIES:
                        self._properties.setdefault(number, value)
            except _Damaged as error:
                self._damaged(place, f"invalid MAPI properties: {error}")
        elif attribute == _CODE_PAGE:
            self._codec = codec_of_code_page(int.from_bytes(data[:4], "little")) or FALLBACK
        elif attribute in _KEPT:
            self._attributes.setdefault(attribute, data)
        return len(data) == size

    def _finished(self) -> Iterator[Document]:
        found = self._attachment() if self._is_attachment else self._bodies()
        self._attributes, self._properties = {}, {}
        for member in found:
            self._budget.member()
            assert isinstance(member.source, bytes)
            self._budget.expand(len(member.source))
            yield member

    def _bodies(self) -> list[Document]:
        """Return the text, and the HTML or the RTF that holds it; the RTF alone if there is neither.

        Otherwise the RTF has the same content.
        """
        properties, found = self._properties, []
        text = properties.get(_P_BODY)
        if text is None and _BODY in self._attributes:
            text = _Value(_STRING8, self._attributes[_BODY])
        if text is not None and text.data.strip(b"\0"):
            found.append(self._body("text", "text/plain", text, self._codec))
        html = properties.get(_P_HTML)
        if html is not None and html.data:
            page = properties.get(_P_CODE_PAGE)
            codec = None if page is None else codec_of_code_page(int.from_bytes(page.data, "little"))
            found.append(self._body("html", "text/html", html, codec or self._codec))
        rtf = properties.get(_P_RTF)
        if rtf is not None and (html is None or not html.data):
            try:
                data = decompressed(rtf.data)
            except ValueError as error:
                self._damaged(self._stream.offset, str(error))
            else:
                if not found or holds_html(data):
                    found.append(self._body("rtf", "application/rtf", _Value(_STRING8, data), "latin-1"))
        return found

    def _body(self, name: str, media_type: str, value: _Value, codec: str) -> Document:
        data = value.data
        is_wide = value.kind == _STRING
        end = len(data) - (2 if is_wide and data[-2:] == b"\0\0" else data.endswith(b"\0"))
        charset = _UTF16 if is_wide else codec
        member = self._document.member(name, data[:end])
        return member._replace(media_type=media_type, charset=charset, base=self._document.base)

    def _attachment(self) -> list[Document]:
        name = self._name() or str(self._number)
        value = self._properties.get(_P_DATA)
        data = self._attributes.get(_DATA, b"") if value is None else value.data
        if value is not None and value.kind == _OBJECT:
            data = data[_GUID_SIZE:]
            name = "message" if value.data.startswith(_IMESSAGE) else name
        return [self._document.member(name, data)] if data else []

    def _name(self) -> str:
        """Return the file name of an attachment; empty if it has none."""
        for number in (_P_LONG_FILENAME, _P_FILENAME):
            value = self._properties.get(number)
            if value is not None and value.data:
                return self._string(value)
        return self._string(_Value(_STRING8, self._attributes.get(_TITLE, b"")))

    def _string(self, value: _Value) -> str:
        codec = _UTF16 if value.kind == _STRING else self._codec
        return value.data.decode(codec, "replace").rstrip("\0")

    def _damaged(self, place: int, message: str) -> None:
        self._budget.problem(self._document.name, place, "damaged", message)


def _properties(data: bytes) -> Iterator[tuple[int, _Value]]:
    """Yield the ids and the first values of MAPI properties (§2.1.3.4)."""
    at = 4
    for _ in range(min(_integer(data, 0), MAX_TNEF_PROPERTIES)):
        kind, number = _integer(data, at, 2), _integer(data, at + 2, 2)
        at += 4
        if number >= _FIRST_NAMED:
            at += _GUID_SIZE
            by_name = _integer(data, at)
            at += 8 + (_padded(_integer(data, at + 4)) if by_name else 0)
        several = kind & _SEVERAL != 0
        kind &= ~_SEVERAL
        count = 1
        if several or kind in _LENGTHS:
            count = _integer(data, at)
            at += 4
        size = _SIZES.get(kind, 0)
        if not size and kind not in _LENGTHS:
            raise _Damaged(f"unknown type {kind:#x}")
        if count > len(data):
            raise _Damaged("it is truncated")
        for position in range(count):
            if kind in _LENGTHS:
                size = _integer(data, at)
                at += 4
            if not position:
                yield number, _Value(kind, data[at : at + size])
            if at + size > len(data):
                raise _Damaged("it is truncated")
            at += _padded(size)


def _integer(data: bytes, at: int, size: int = 4) -> int:
    if at + size > len(data):
        raise _Damaged("it is truncated")
    return int.from_bytes(data[at : at + size], "little")


def _padded(size: int) -> int:
    return size + -size % 4
