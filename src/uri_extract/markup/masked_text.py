"""The scanner of the text of HTML and XML documents, in which references in markup are masked."""

from __future__ import annotations

from functools import partial

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.decode.character_references import TextDecoder
from uri_extract.decode.opening import Opening
from uri_extract.scan._kernel import LOOKBEHIND
from uri_extract.text.scanner import TextScanner

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.decode.roff import RoffDecoder
    from uri_extract.rows.records import Problem
    from uri_extract.text.options import ScanOptions


class MaskedText(TextScanner):
    """A plain-text scanner for the bytes of a document in which references in markup are masked.

    ``xml``: decode character references of XML; ``make_decoder`` makes another decoder. Problems are among the rows.
    """

    raw = False
    _decoder: TextDecoder | RoffDecoder

    def __init__(
        self, options: ScanOptions, xml: bool = False, make_decoder: Callable[[], RoffDecoder] | None = None,
        **document: Any,
    ) -> None:  # fmt: skip
        self._make_decoder = make_decoder or partial(TextDecoder, line_feed=b" ", xml=xml)
        self._whole_decoder: TextDecoder | None = None
        super().__init__(options, **document)

    def _begin(self) -> None:
        super()._begin()
        self.syntax_is_masked()
        self._opening.translate(None)
        self._decoder = self._make_decoder()
        self._opening.precede(self._decoder)

    def take_source(self, source: bytes, verbatim: list[tuple[int, int]], size: int, final: bool) -> None:
        """Take the first ``size`` of these bytes of the document, the last ones if ``final``.

        Character references in the ``verbatim`` spans are not decoded. Rows are added as in :meth:`take`.
        """
        if self._restarted is not None:
            if final and self.reads_whole:
                self._take_whole(source, verbatim, size)
                return
            self._begin()
        self.take(self._decoder.feed(source, final, verbatim, size), final)

    def _take_whole(self, source: bytes, verbatim: list[tuple[int, int]], size: int) -> None:
        """Read a complete document as :meth:`take_source` does, without holding bytes for later chunks."""
        self._decoder = decoder = self._whole_decoder or self._make_decoder()
        if isinstance(decoder, TextDecoder):
            self._whole_decoder = decoder
            text = decoder.decode(source, verbatim, size)
        else:
            text = decoder.feed(source, True, verbatim, size)
        self._scan_whole(text)
        if not decoder.map.is_identity:
            self._opening = Opening()
            self._opening.precede(decoder)
            self._to_original(0)
        if self._too_long:
            self._report_too_long(len(text))
        self.close_unread(size)

    def close_unread(self, size: int) -> None:
        """Note the end of a document of that size: everything was found."""
        self.settled: int = size - LOOKBEHIND

    def _report(self, problem: Problem) -> None:
        self.rows.problem(problem)
        self.noted = True

    def _to_original(self, begin: int) -> None:
        decoder, opening, rows = self._decoder, self._opening, self.rows
        if len(opening.maps) > 1:
            super()._to_original(begin)
            return
        if decoder.map.is_identity:
            return
        line_place = opening.line, opening.line_place
        while True:
            begin, line_place = decoder.move_rows(rows, begin, line_place)
            opening.line, opening.line_place = line_place
            if begin >= rows.count:
                return
            opening.to_source(rows, begin, begin + 1)
            line_place = opening.line, opening.line_place
            begin += 1

    def _utf8(self, chunk: bytes, final: bool = False) -> bytes:
        return self._opening.feed(chunk, final, 1)
