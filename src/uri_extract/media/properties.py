r"""Properties files of Java: plain text after :mod:`uri_extract.media._properties`, with the places of the file.

``java.util.Properties.store`` writes a backslash before each colon of a value: ``https\://a.example/``.
"""

from __future__ import annotations

from uri_extract._typing import Any, Final
from uri_extract.decode.source_map import Chain
from uri_extract.media.text import TextScanner
from uri_extract.pages import LineStarts, layout
from uri_extract.scan import variant
from uri_extract.scan.windows import LOOKBEHIND

_KERNEL: Final[Any] = variant("uri_extract.media._properties")


class PropertiesScanner(TextScanner):
    """Find the references in one properties file. Sans-IO: bytes in, occurrences out.

    ``raw`` is the source, with its escapes; ``line`` counts the lines of the file. Options are those of
    :class:`~uri_extract.media.text.TextScanner`.
    """

    def _begin(self) -> None:
        super()._begin()
        self._decoder = _LineDecoder()
        self._before = len(self._decoders)  # the number of decoders of its text
        self._start = (0, 0)  # of the last line, in UTF-8 and in the original
        self._add_first(self._decoder)

    def _is_whole(self, document: bytes) -> bool:
        return False

    def _line(self, position: int) -> tuple[int, int]:
        """Return the number and the start of the line of a byte of the text."""
        position = Chain(self._maps[: self._before + 1]).place(position)
        line, start = self._decoder.lines.at(position)
        if start > self._start[0]:
            self._start = (start, Chain(self._maps[self._before + 1 :]).place(start))
        return line, position

    def _place_line(self, line: int) -> None:
        """Do nothing: lines of the text are not those of the file."""

    def _settle(self) -> None:
        _, position = self._line(max(0, self._windows.decided - LOOKBEHIND))
        self._decoder.lines.forget(position)
        super()._settle()

    def _row_to_original(self, row: int) -> None:
        found = self.rows
        line, _ = self._line(found.get(row, layout.START))
        super()._row_to_original(row)
        start, end = found.get(row, layout.START), found.get(row, layout.END)
        found.move_to(row, start, end, line, start - self._start[1] + 1)


class _LineDecoder:
    """The decoder of the format, and the lines of its source."""

    def __init__(self) -> None:
        self._decoder = _KERNEL.PropertiesDecoder()
        self.map: Any = self._decoder.map
        self.lines: LineStarts = LineStarts()

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes; return those that are complete, decoded."""
        self.lines.add(chunk)
        text: bytes = self._decoder.feed(chunk, final)
        return text
