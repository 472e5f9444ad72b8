"""Occurrences with the text around them."""

from __future__ import annotations

from uri_extract._typing import Any
from uri_extract.records import Occurrence


class InContext(Occurrence):
    """An occurrence, equal to the one without, with ``before`` and ``after``: the text around it in the document.

    Both are None if that is not known: too far back, or in a document without places.
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


# Bytes, and where in them it begins and ends. What is in one chunk is not copied before it is asked for: of a web page
# whose references were held back all are emitted at once.
_Slice = tuple[bytes, int, int]


def around(context: Any) -> tuple[str | None, str | None, str | None]:
    """Return the context of a row with text in place of bytes."""
    before, after, codec = context
    return (
        _text(before, codec) if isinstance(before, tuple) else before,
        _text(after, codec) if isinstance(after, tuple) else after,
        codec,
    )


def _text(piece: _Slice, codec: str | None) -> str:
    """Return bytes as text, without what was cut of a character at either end; what is none as surrogate escapes."""
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
