r"""Rich Text Format: plain text after :mod:`uri_extract.decode.rtf`, with the places of the file.

A hyperlink is a field, ``{\field{\*\fldinst HYPERLINK "uri"}{\fldrslt text}}``: its URI is in quotation marks.
"""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING
from uri_extract.decode.rtf import RtfDecoder
from uri_extract.media.text import TextScanner
from uri_extract.pages import LineStarts, layout

if TYPE_CHECKING:
    from uri_extract.details import Origin
    from uri_extract.media.part import Part


class RtfScanner(TextScanner):
    """Find the references in one RTF document. Sans-IO: bytes in, occurrences out.

    ``raw`` is the source, with its control words; ``line`` counts the lines of the file. The document declares
    its charset, so ``charset`` is ignored. Other options are those of
    :class:`~uri_extract.media.text.TextScanner`.
    """

    def restart(
        self, base: str | None, origin: Origin, charset: str | None = None, part: Part | None = None
    ) -> None:  # fmt: skip
        """Begin another document. State of the last one is discarded."""
        super().restart(base, origin, None, part)
        self._starts = LineStarts()

    def _begin(self) -> None:
        super()._begin()
        self._beginning = None
        self._add_first(RtfDecoder())

    def _is_whole(self, document: bytes) -> bool:
        return False

    def take(self, chunk: bytes, final: bool = False) -> None:
        """Take the next bytes, and add the rows of what they completed to ``rows``."""
        self._starts.add(chunk)
        super().take(chunk, final)

    def _settle(self) -> None:
        super()._settle()
        self._starts.forget(self.settled)

    def _row_to_original(self, row: int) -> None:
        found = self.rows
        span = found.get(row, layout.START), found.get(row, layout.END)
        super()._row_to_original(row)
        start, end = self._maps.span(*span)
        line, begin = self._starts.at(start)
        raw = found.raw(row)
        if not raw.isascii():  # unescaped bytes of a code page
            found.set_raw(row, raw.encode("utf-8", "surrogateescape").decode("latin-1"))
        found.move_to(row, start, end, line, start - begin + 1)
