"""Restore defanged references, as threat reports write them so that they are not clicked.

These marks are decoded: a scheme that is altered (``hxxp``) or spelt out (``h t t p ://``), and brackets, a backslash
or blanks around a separator (``[.]``, ``(dot)``, ``[://]``, ``[at]``, `` dot ``). No standard defines them: they are
those that people write and that tools for such reports decode. A mark is short, and a bounded number of bytes decides
if it is one. So the result does not depend on how the input is cut into chunks, and no byte is examined often. A mark
never contains a line break.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping
from functools import lru_cache

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any
from uri_extract.decode._refang import Marks
from uri_extract.decode.marks import REACH, marks_of
from uri_extract.place.source_map import SourceMap
from uri_extract.uri.defang import defang, restored


class Refanger:
    """Restores defanged references in UTF-8. ``marks`` are further marks, as :func:`~.marks.marks_of` returns them."""

    def __init__(self, marks: Any = True) -> None:
        self.map: SourceMap = SourceMap()
        self._held = b""  # the source of the last output, followed by bytes that wait for more
        self._out = 0  # the number of these bytes that were decoded
        self._kernel = Marks(*((None, None) if marks is True else _own(marks)))
        self._marks = array("q")  # the start of each mark in the output
        #: The number of bytes searched for marks, including repetitions.
        self.examined: int = 0

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes; return those that are complete, with marks decoded."""
        text = self._held + chunk if self._held else chunk
        at, limit = self._out, len(text) if final else len(text) - REACH
        if limit - at < REACH and not final:  # too few bytes to search yet
            self._held = text
            return b""
        self.examined += len(text) - at
        output: bytes
        output, at = self._kernel.decode(text, at, limit, self.map, self._marks)
        self._out = min(at, REACH)
        self._held = text[at - self._out :]
        return output

    def changed(self, start: int, end: int) -> bool:
        """Return True if a mark was decoded between these places of the output, which must not have been forgotten."""
        first = bisect_left(self._marks, start)
        return first < len(self._marks) and self._marks[first] < end

    def forget(self, position: int) -> None:
        """Drop the marks before ``position``, for which :meth:`changed` will not be called again."""
        del self._marks[: bisect_left(self._marks, position)]


@lru_cache(maxsize=8)
def _own(marks: tuple[tuple[str, str], ...]) -> tuple[Any, dict[bytes, bytes]]:
    """Return the pattern of the marks of a caller, and what each means.

    A mark that means letters begins a word (``hxtp``); any other is within one (``[punkt]``).
    """
    meanings = {mark.encode(): meaning.encode() for mark, meaning in marks}
    patterns = [
        (rb"(?<![0-9A-Za-z])" if meanings[mark][:1].isalnum() else rb"(?<=[^\s])") + re.escape(mark)
        for mark in sorted(meanings, key=len, reverse=True)
    ]
    return re.compile(b"|".join(patterns)), meanings


def refang(text: str, marks: Mapping[str, str] | None = None) -> str:
    """Return a text in which defanged references are restored; ``marks`` are further marks, and what each means.

    It restores exactly what :func:`~uri_extract.uri.defang.defang` made of a valid URI, unless the scheme was
    defanged already. Errors of marks are those of the option ``refang`` of :func:`~uri_extract.extract`.

    >>> refang("hxxps[://]evil[.]example/a"), refang("evil[punkt]example", {"[punkt]": "."})
    ('https://evil.example/a', 'evil.example')
    """
    decoded = Refanger(marks_of(marks or True)).feed(text.encode("utf-8", "surrogatepass"), True)
    found = decoded.decode("utf-8", "surrogatepass")
    exact = restored(text)
    # The schemes differ if it was defanged with marks of others (``meow[://]``).
    is_exact = not marks and defang(exact) == text and (exact[:3] == found[:3] or found[:3] not in ("htt", "ftp"))
    return exact if is_exact else found
