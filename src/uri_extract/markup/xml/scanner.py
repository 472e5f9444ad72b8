"""XML documents: references in attributes, in elements and in text, each with its base."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.markup import xml
from uri_extract.markup.bases import Bases
from uri_extract.markup.scanner import MarkupScanner
from uri_extract.markup.windows import Windows
from uri_extract.markup.xml.charset import BEGINNING, determine
from uri_extract.markup.xml.markup import Markup
from uri_extract.text.options import DEFAULTS, ScanOptions

if TYPE_CHECKING:
    from uri_extract.rows.details import Origin


# Free tokenizers, whose documents were read to their ends.
_SPARE: list[Any] = []
_MOST_SPARE = 4


class XmlScanner(MarkupScanner):
    """Find the references in one XML document. Sans-IO: bytes in, occurrences out.

    It finds those in attributes, elements and style sheets of known vocabularies, relative ones too
    (:mod:`uri_extract.markup.xml.vocabularies`); in other attributes, those that are URIs by their form; and in all
    other bytes those of plain text, with character references decoded: in text, comments, CDATA sections, names of
    namespaces. They are in the order of their places. Arguments are those of
    :class:`~uri_extract.markup.scanner.MarkupScanner`; ``tokenizer`` is a class of
    :data:`uri_extract.markup.xml.tokenizers`, and ``vocabulary`` that of elements without a namespace, if the root
    element does not determine it.

    In XHTML and SVG the first ``<base href>`` also applies to references before it, which are held back until the base
    is known, or the document ends (:data:`~uri_extract.limits.MAX_HELD`).
    """

    wanted = BEGINNING
    xml = True

    def __init__(
        self, options: ScanOptions = DEFAULTS, *, tokenizer: Any = None, vocabulary: str = "", **document: Any
    ) -> None:  # fmt: skip
        self._tokenizer = tokenizer
        self._vocabulary = vocabulary
        super().__init__(options, **document)

    def _begin_document(self, base: str | None, origin: Origin, charset: str | None) -> None:
        super()._begin_document(base, origin, charset)
        tokenizer = _SPARE.pop() if _SPARE and self._tokenizer is None else (self._tokenizer or xml.Tokenizer)()
        tokenizer.examined = 0
        self._windows = Windows(tokenizer)
        self._bases = Bases(self._own, opaque=False)  # RFC 3986 resolves against any URI
        self._markup = Markup(
            self._origin, self._bases, self._windows.tokenizer, self.pool, self._inside, self._vocabulary
        )  # fmt: skip

    # -- in --------------------------------------------------------------------------------------------------------

    def _begin(self, beginning: bytes, final: bool) -> int:
        encoding = determine(beginning[:BEGINNING], self._charset)
        if encoding.unknown:
            message = f"unknown encoding {encoding.unknown!r}; falling back to {encoding.codec or 'utf-8'}"
            self._markup.problem(0, "unreadable-encoding", message)
        self._translate(encoding.codec)
        return 0

    def _end(self) -> None:
        if self._tokenizer is None and len(_SPARE) < _MOST_SPARE:
            tokenizer = self._windows.tokenizer
            tokenizer.restart()
            tokenizer.load(b"", 0, False)  # releases the window
            _SPARE.append(tokenizer)

    def _read_window(self) -> None:
        windows, tokenizer = self._windows, self._windows.tokenizer
        more = True
        while more:
            more = tokenizer.scan()
            if tokenizer.count:
                self._markup.read(windows.window, tokenizer.table, tokenizer.count, windows.offset)

    def _read_text(self, end: int, final: bool) -> None:
        windows, markup = self._windows, self._markup
        begin = self._fed - windows.offset
        self._fed = windows.offset + end
        markup.read_html()
        walker = markup.walker
        source = walker.masked(windows.window, begin, end)
        verbatim = [(start - begin, stop - begin) for start, stop in walker.verbatim] if begin else walker.verbatim
        self._text.take_source(source, verbatim, len(source), final)
        walker.masks.clear()
        walker.verbatim.clear()
        markup.leave(windows.window, windows.offset, end)
