r"""Formats that are decoded to a text, which another scanner reads: Rich Text Format, properties files, CSV and TSV.

``raw`` is the source, with its control words or escapes; ``line`` counts the lines of the file. A format is a decoder
(:mod:`uri_extract.place.source_map`) and a line here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from uri_extract._compat._typing import Any
from uri_extract._compat._variants import import_module
from uri_extract.decode.encodings import translated
from uri_extract.decode.opening import Opening
from uri_extract.limits import MAX_TAG
from uri_extract.rows import Page, Pool, Rows, page_of
from uri_extract.rows.details import NO_ORIGIN, Origin
from uri_extract.rows.records import Problem
from uri_extract.scan._kernel import LOOKBEHIND
from uri_extract.text.base import BaseScanner
from uri_extract.text.options import DEFAULTS, ScanOptions
from uri_extract.text.scanner import TextScanner


class DecodedScanner(BaseScanner):
    """Find the references in one document of a format that a decoder decodes. Sans-IO: bytes in, occurrences out.

    ``kernel`` and ``decoder`` are the module and the class of the decoder; ``codec_of_raw`` is the charset of ``raw``
    if it takes the bytes of the file, as the document declares its charset itself. ``base`` is the document's own URI,
    and ``base_from`` its source, for a text that is HTML; other arguments are those of
    :class:`~uri_extract.text.scanner.TextScanner`.
    """

    restartable = True

    def __init__(
        self, kernel: str, decoder: str, codec_of_raw: str | None, options: ScanOptions = DEFAULTS, *,
        base: str | None = None, base_from: str = "retrieval", origin: Origin = NO_ORIGIN, charset: str | None = None,
        on_problem: Callable[[Problem], None] | None = None,
    ) -> None:  # fmt: skip
        self._options = options
        self._base_from = base_from
        self._on_problem = on_problem
        self._problems: list[Problem] = []
        self._rows = Rows(Pool())
        self._codec_of_raw = codec_of_raw
        self._decoder_class: Any = getattr(import_module(kernel), decoder)
        self.restart(base, origin, charset)

    def restart(self, base: str | None, origin: Origin, charset: str | None = None) -> None:
        """Begin another document, with the same other options. State of the last one is discarded."""
        self._opening = Opening(None if self._codec_of_raw else translated(charset))
        if self._codec_of_raw:
            self._opening.translate(None)
        self._decoder = self._decoder_class()
        self._opening.precede(self._decoder)
        self._opening.count_lines(self._codec_of_raw)
        self._document = origin.document
        self._of_text: dict[str, Any] = {"base": base, "origin": origin, "on_problem": self._problems.append}
        self._scanner: Any = None  # of the text
        self._rows.drop(self._rows.count)
        self._rows.pool.clear()
        self.closed = False

    def _read(self, chunk: bytes, final: bool) -> Page:
        self._scan(self._opening.text(chunk, final), final)
        return page_of(self._rows, self._rows.count)

    def _begin(self, is_html: bool) -> None:
        self._ahead = LOOKBEHIND + (MAX_TAG if is_html else 0)  # what its scanner may still hold before its place
        if is_html:
            from uri_extract.markup.html.scanner import HtmlScanner  # takes as long to import as all the rest

            self._scanner = HtmlScanner(self._options, charset="utf-8", base_from=self._base_from, **self._of_text)
        elif hasattr(self._decoder, "results"):
            from uri_extract.formats.office.field_text import FieldScanner  # few formats have fields

            self._scanner = FieldScanner(self._options, charset="utf-8", base_from=self._base_from, **self._of_text)
            self._scanner.results = self._decoder.results
        else:
            self._scanner = TextScanner(self._options, pool=self._rows.pool, **self._of_text)
            self._scanner.rows = self._rows

    def _scan(self, text: bytes, final: bool) -> None:
        """Find the references in the next bytes of the text, the last ones if ``final``."""
        if self._scanner is None:
            if not text:
                return
            self._begin(getattr(self._decoder, "is_html", False))
        begin, settled = self._rows.count, 0
        if isinstance(self._scanner, TextScanner):
            self._scanner.take(text, final)
            settled = self._scanner.settled
        else:
            self._rows.add_page(self._scanner.read(text, final))
            settled = self._scanner.settled - self._ahead
        if self._options.places:
            self._opening.to_source(self._rows, begin, self._rows.count)
        for _, at, kind, message in self._problems:
            self._report(self._opening.place(at), kind, message)
        self._problems.clear()
        if not final:
            self.settled: int = self._opening.forget(max(0, settled))

    def _report(self, offset: int, kind: str, message: str) -> None:
        if self._on_problem is not None:
            self._on_problem(Problem(self._document, offset, kind, message))


# Unescaped bytes are those of a code page. A hyperlink is a field,
# ``{\field{\*\fldinst HYPERLINK "uri"}{\fldrslt text}}``. HTML that mail programs keep in it is read as HTML
# ([MS-OXRTFEX] §2.1.3).
RtfScanner: partial[DecodedScanner] = partial(DecodedScanner, "uri_extract.decode._rtf", "RtfDecoder", "latin-1")
# ``java.util.Properties.store`` writes a backslash before each colon of a value, ``https\://a.example/``.
PropertiesScanner: partial[DecodedScanner] = partial(
    DecodedScanner, "uri_extract.decode._fields", "PropertiesDecoder", None
)
# Each cell of CSV and TSV is a text of its own.
CellsScanner: partial[DecodedScanner] = partial(DecodedScanner, "uri_extract.decode._fields", "CellsDecoder", None)
