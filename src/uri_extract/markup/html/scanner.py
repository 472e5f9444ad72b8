"""HTML documents: references in attributes, style sheets and text, with the base that a browser uses."""

from __future__ import annotations

from uri_extract._compat._typing import Any
from uri_extract.decode.quoted import Unquoted
from uri_extract.limits import MAX_PRESCAN
from uri_extract.markup.bases import Bases
from uri_extract.markup.html._prescan import PRESCAN, is_undeclared_ascii
from uri_extract.markup.html.charset import UNDECLARED, Encoding, Sniffer
from uri_extract.markup.html.markup import Markup, unused
from uri_extract.markup.scanner import MarkupScanner
from uri_extract.place.source_map import is_quoted
from uri_extract.rows import Page
from uri_extract.rows.records import Problem
from uri_extract.text.options import DEFAULTS, ScanOptions

# Read without translation: it extends ASCII, and the scanner handles UTF-8.
_AS_IT_IS = frozenset(("utf-8", "us-ascii"))


class HtmlScanner(MarkupScanner):
    """Finds the references in one HTML document. Sans-IO: bytes in, occurrences out.

    It finds references in attributes and style sheets, relative ones too, and in all other bytes those of the
    plain-text scanner, with character references decoded: in text, comments, scripts, attributes that hold text. They
    are in the order of their places. Arguments are those of :class:`~uri_extract.markup.scanner.MarkupScanner`;
    ``tokenizer`` is a class of :data:`uri_extract.markup.html.tokenizers`; ``depth`` is the number of documents that
    contain this one in attributes.

    The first ``<base href>`` also applies to references before it: they are held back until the base is known, or the
    document ends (:data:`~uri_extract.limits.MAX_HELD`).
    """

    _markup: Markup
    _bases: Bases | None = None  # type: ignore[assignment]  # those of the last document

    wanted = PRESCAN

    def __init__(
        self, options: ScanOptions = DEFAULTS, *, tokenizer: Any = None, depth: int = 0, **document: Any
    ) -> None:
        self._tokenizer = tokenizer
        self._depth = depth
        super().__init__(options, **document)

    # -- in --------------------------------------------------------------------------------------------------------

    def _read(self, chunk: bytes, final: bool) -> Page:
        if not final or self._beginning is None or self._beginning:
            return super()._read(chunk, final)
        self._beginning = None  # these bytes are the whole document
        self._begin(chunk, True)
        if self._own.problem:
            self._report_own_base()
        if self._opening is not None:
            return self._read_begun(chunk, True)
        markup, bases, has_base = self._markup, self._bases, self._own.uri is not None
        page: Page | None = markup.read_whole(chunk, markup, self._text, self.rows, bases, has_base)
        if page is None:
            return self._next_page(True)
        markup.release()
        return page

    def _begin(self, beginning: bytes, final: bool) -> int:
        quoted = is_quoted(beginning, final)
        if quoted is None:
            return len(beginning)
        text = Unquoted().feed(beginning) if quoted else beginning
        if final and not self._charset and is_undeclared_ascii(text):
            self._read_in(UNDECLARED, "cp1252", quoted)
            return 0
        sniff: Sniffer | None = self._sniff
        if sniff is None:
            sniff = self._sniff = Sniffer(self._charset)
        encoding = sniff(text, final)
        if encoding is None:  # called again with twice as many bytes
            return min(len(beginning), MAX_PRESCAN - len(beginning))
        # Browsers take an ASCII document without a declaration for windows-1252 (§13.2.3.2), which encodes its queries.
        is_ascii = encoding.source == "default" and final and sniff.is_ascii
        self._read_in(encoding, "cp1252" if is_ascii and (len(text) <= MAX_PRESCAN or text.isascii()) else None, quoted)
        return 0

    def _read_in(self, encoding: Encoding, of_queries: str | None, quoted: bool) -> None:
        """Read the document in that encoding, ``quoted`` as undeclared quoted-printable.

        Queries are in the encoding ``of_queries``, unless that is None.
        """
        codec = encoding.codec
        if self._codec and encoding.source != "bom":
            codec = self._codec
        problem = None
        if codec is None:
            message = f"cannot decode the encoding {self._charset or 'declared'}; falling back to windows-1252"
            problem = Problem(self._origin.document, 0, "unreadable-encoding", message)
            codec = "cp1252"
        bases = self._bases
        if bases is None or not bases.serve(self._own, of_queries or codec):
            self._bases = bases = Bases(self._own, of_queries or codec)
        self._markup = markup = unused(self._tokenizer)
        markup.begin(self._origin, bases, self.pool, self._decode_all, self._places, self._depth, self._embedded)
        self._windows, self.rows.regions = markup.windows, markup.walker.regions
        if problem:
            markup.report(problem)
        self._translate(None if codec in _AS_IT_IS else codec, quoted)

    def _embedded(self, **document: Any) -> HtmlScanner:
        return HtmlScanner(
            self._inside, tokenizer=self._tokenizer, origin=self._origin, charset="utf-8", **document
        )  # fmt: skip

    def _end(self) -> None:
        self._markup.release()

    def _read_window(self) -> None:
        self._markup.read(self._windows)

    def _read_text(self, end: int, final: bool) -> None:
        markup, text = self._markup, self._text
        walker, begin = markup.walker, self._fed
        if not final or markup.open_sheet is not None:
            markup.leave(end)
        if final and not begin and text.needs_colon and not walker.may_refer(end):
            text.close_unread(end)  # reading it takes a tenth of the time of a small document
            return
        self._fed = self._windows.offset + end
        text.take_source(walker.source(end), walker.verbatim, end, final)
        walker.verbatim.clear()
