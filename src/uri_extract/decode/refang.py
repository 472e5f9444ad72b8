"""Defanged references, as reports of threats write them so that they are not clicked, restored.

Marks are decoded: a scheme that is altered (``hxxp``) or spelt out (``h t t p ://``), and brackets, a backslash
or blanks around what separates (``[.]``, ``(dot)``, ``[://]``, ``[at]``, `` dot ``). No standard has them; they are
those that people write and that the tools for such reports decode. A mark is short, what is looked at to tell it from
other text is bounded, and so nothing depends on how the input is cut, and no byte is looked at often. A mark never
holds a line break.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left

from uri_extract.decode.marks import REACH
from uri_extract.decode.source_map import SourceMap
from uri_extract.scan import variant

_KERNEL = variant("uri_extract.decode._refang")


class Refanger:
    """Restores defanged references in UTF-8."""

    def __init__(self) -> None:
        self.map: SourceMap = SourceMap()
        self._held = b""  # the source of what was decoded last, and what waits for more
        self._out = 0  # so much of that was decoded
        self._kernel = _KERNEL.Marks()
        self._marks = array("q")  # where in the output each mark begins
        #: Every byte that was searched for marks, as often as it was.
        self.examined: int = 0

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes; return those that can be judged, with marks decoded."""
        text = self._held + chunk if self._held else chunk
        at, limit = self._out, len(text) if final else len(text) - REACH
        if limit - at < REACH and not final:  # not worth a search yet
            self._held = text
            return b""
        self.examined += len(text) - at
        output: bytes
        output, at = self._kernel.decode(text, at, limit, self.map, self._marks)
        self._out = min(at, REACH)
        self._held = text[at - self._out :]
        return output

    def changed(self, start: int, end: int) -> bool:
        """Return True if a mark was decoded between these places of the output, none of which was forgotten."""
        first = bisect_left(self._marks, start)
        return first < len(self._marks) and self._marks[first] < end

    def forget(self, position: int) -> None:
        """Say that :meth:`changed` will not be asked for what is before ``position``."""
        del self._marks[: bisect_left(self._marks, position)]
