"""Decode the text of one or several JSON strings, and map its places to the document."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract.decode._json_strings import JsonString, decoded, locate, token_end

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["JsonString", "JsonText", "decoded"]


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
        self._at, self._done = locate(string.raw, self._at, self._done, start - self._begin)
        place = string.start + self._at
        if end <= start:
            return place, place, string, b""
        number, begin, at, done = self._number, self._begin, self._at, self._done
        while end > begin + self._sizes[number] and number + 1 < len(self._strings):
            begin += self._sizes[number]
            number += 1
            at = done = 0
        last = self._strings[number]
        at, done = locate(last.raw, at, done, end - 1 - begin)
        stop = token_end(last.raw, at)
        if number != self._number:
            return place, last.start + stop, string, None
        same = stop - self._at == end - start
        return place, last.start + stop, string, None if same else string.raw[self._at : stop]
