"""Decode the text of one or several JSON strings, and map its places to the document."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.scan import variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uri_extract.decode._json_strings import JsonString

__all__ = ["JsonString", "JsonText", "decoded"]

_KERNEL: Any = variant("uri_extract.decode._json_strings")
if not TYPE_CHECKING:
    JsonString = _KERNEL.JsonString


def decoded(raw: bytes) -> bytes:
    r"""Return the bytes between the quotation marks of a string, decoded to UTF-8 (RFC 8259 §7).

    Bytes that are not UTF-8 are copied. A surrogate without its other half becomes U+FFFD.

    >>> decoded(rb"a\u0026\/")
    b'a&/'
    """
    text: bytes = _KERNEL.decoded(raw)
    return text


class JsonText:
    """The joined text of several strings, in ``octets``; :meth:`span` maps it to the document.

    Requested places must not decrease.
    """

    def __init__(self, strings: Sequence[JsonString]) -> None:
        self._strings = strings
        parts = [decoded(each.raw) for each in strings]
        self.octets: bytes = parts[0] if len(parts) == 1 else b"".join(parts)
        self._sizes = [len(part) for part in parts]
        self.restart()

    def restart(self) -> None:
        """Allow places from the beginning to be requested again."""
        self._number = self._begin = 0  # the string of the last place, and its start in the text
        self._at = self._done = 0  # an offset in that string's source, and its decoded byte

    def span(self, start: int, end: int) -> tuple[int, int, JsonString, bytes | None]:
        """Return the span in the document of the text from ``start`` to ``end``, its first string, and its source.

        The source is None if it equals the text, or is in more than one string.
        """
        while start >= self._begin + self._sizes[self._number] and self._number + 1 < len(self._strings):
            self._begin += self._sizes[self._number]
            self._number += 1
            self._at = self._done = 0
        string = self._strings[self._number]
        self._at, self._done = _KERNEL.locate(string.raw, self._at, self._done, start - self._begin)
        place = string.start + self._at
        if end <= start:
            return place, place, string, b""
        number, begin, at, done = self._number, self._begin, self._at, self._done
        while end > begin + self._sizes[number] and number + 1 < len(self._strings):
            begin += self._sizes[number]
            number += 1
            at = done = 0
        last = self._strings[number]
        at, done = _KERNEL.locate(last.raw, at, done, end - 1 - begin)
        stop = _KERNEL.token_end(last.raw, at)
        if number != self._number:
            return place, last.start + stop, string, None
        same = stop - self._at == end - start
        return place, last.start + stop, string, None if same else string.raw[self._at : stop]
