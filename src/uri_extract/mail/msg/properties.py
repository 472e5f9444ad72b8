"""The properties of an Outlook message or attachment (MS-OXMSG §2.1, §2.4), and the encodings of their strings."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from uri_extract._compat._typing import Any, Final
from uri_extract.decode.labels import codec_of_code_page

#: The bytes before the entries of a properties stream, by its owner (MS-OXMSG §2.4.1).
MESSAGE: Final = 32
EMBEDDED: Final = 24
ATTACHMENT: Final = 8

# Property ids (MS-OXPROPS) and types (MS-OXCDATA §2.11.1).
_BODY, _INTERNET_CODE_PAGE, _MESSAGE_CODE_PAGE = 0x1000, 0x3FDE, 0x3FFD
_INTEGER, _STRING8, _STRING, _BINARY = 0x0003, 0x001E, 0x001F, 0x0102
_ENTRY: Final = struct.Struct("<HH4xI4x")

#: The codec of strings in an unknown code page: the most common one of mail before Unicode.
FALLBACK: Final = "cp1252"


class Properties:
    """Properties by their ids. ``header`` is the number of bytes before the first entry of the properties stream."""

    def __init__(self, storage: Any, header: int) -> None:
        self._streams = {stream.path.rpartition("/")[2].upper(): stream.bytes_ for stream in storage.streams}
        self._numbers = dict(_numbers(storage.properties_stream_bytes[header:]))

    @property
    def code_pages(self) -> list[int]:
        """The code page identifiers declared for the strings and for the HTML."""
        pages = (self._numbers.get(pid) for pid in (_MESSAGE_CODE_PAGE, _INTERNET_CODE_PAGE))
        return [page for page in pages if page is not None]

    @property
    def body_codec(self) -> str:
        """The codec of the body: of the HTML, and of the text unless that is in UTF-16."""
        return self._codec((_INTERNET_CODE_PAGE, _MESSAGE_CODE_PAGE))

    def binary(self, pid: int) -> bytes | None:
        """Return the value of a binary property, None if there is none."""
        return self._stream(pid, _BINARY)

    def string(self, pid: int) -> str | None:
        """Return the value of a string property, None if there is none; undecodable bytes are replaced."""
        data = self._stream(pid, _STRING)
        if data is not None:
            return data.decode("utf-16-le", "replace")
        data = self._stream(pid, _STRING8)
        codec = self.body_codec if pid == _BODY else self._codec((_MESSAGE_CODE_PAGE,))
        return None if data is None else data.decode(codec, "replace")

    def _codec(self, properties: tuple[int, ...]) -> str:
        pages = (self._numbers[pid] for pid in properties if pid in self._numbers)
        return next((codec for page in pages if (codec := codec_of_code_page(page))), FALLBACK)

    def _stream(self, pid: int, kind: int) -> bytes | None:
        return self._streams.get(f"__SUBSTG1.0_{pid:04X}{kind:04X}")


def _numbers(entries: bytes) -> Iterator[tuple[int, int]]:
    """Yield the id and the value of each property that is a 32-bit integer."""
    for kind, pid, value in _ENTRY.iter_unpack(entries[: len(entries) // _ENTRY.size * _ENTRY.size]):
        if kind == _INTEGER:
            yield pid, value
