"""Occurrences with the text around them."""

from __future__ import annotations

from uri_extract._compat._typing import Any
from uri_extract.rows.records import Occurrence


class InContext(Occurrence):
    """An occurrence with ``before`` and ``after``, the text around it in the document; they do not count for equality.

    Both are None if the text is not available: it is too far back, or the document has no offsets.
    """

    _around: tuple[_Slice | str | None, _Slice | str | None, str | None]

    @property
    def before(self) -> str | None:
        """The text before ``start``."""
        return around(self._around)[0]

    @property
    def after(self) -> str | None:
        """The text after ``end``."""
        return around(self._around)[1]


# Bytes, and the start and end of a slice of them. A slice of one chunk is copied only on access: if the references of a
# web page were held back, all are emitted at once.
_Slice = tuple[bytes, int, int]


def around(context: Any) -> tuple[str | None, str | None, str | None]:
    """Return the context of a row with bytes decoded to text."""
    before, after, codec = context
    return (
        _text(before, codec) if isinstance(before, tuple) else before,
        _text(after, codec) if isinstance(after, tuple) else after,
        codec,
    )


def _text(piece: _Slice, codec: str | None) -> str:
    """Return bytes as text, without incomplete characters at the ends; other invalid bytes are surrogate escapes."""
    data = piece[0][piece[1] : piece[2]]
    if codec is not None:
        return data.decode(codec, "replace").strip("\ufffd")
    if data.isascii():
        return data.decode("ascii")
    first = next((at for at, byte in enumerate(data[:3]) if byte & 0xC0 != 0x80), min(3, len(data)))
    data = data[first:]
    for back in range(1, min(4, len(data) + 1)):
        byte = data[-back]
        if byte & 0xC0 != 0x80:
            if byte >= 0xC0 and back < (4 if byte >= 0xF0 else 3 if byte >= 0xE0 else 2):
                data = data[:-back]
            break
    return data.decode("utf-8", "surrogateescape")
