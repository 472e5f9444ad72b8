"""The base class of the scanners of markup, HTML and XML."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.decode.encodings import translated
from uri_extract.decode.labels import encoding_of
from uri_extract.decode.opening import Opening
from uri_extract.limits import MAX_HELD, MAX_HELD_BYTES, MAX_TAG
from uri_extract.markup._markup_rows import HeldRows
from uri_extract.markup.bases import UNUSABLE, own_base
from uri_extract.markup.masked_text import MaskedText
from uri_extract.rows import Page, Pool, layout
from uri_extract.rows.details import NO_ORIGIN
from uri_extract.rows.records import Problem
from uri_extract.text.base import BaseScanner
from uri_extract.text.options import DEFAULTS, ScanOptions

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.markup._markup_rows import Windows
    from uri_extract.markup.bases import Base, Bases
    from uri_extract.rows.details import Origin


class MarkupScanner(BaseScanner):
    """Find the references in one document of markup, whose base may be declared after them.

    The encoding is determined from the first :attr:`wanted` bytes, or from more if :meth:`_begin` asks for them. Then
    ``_markup`` reads the ``windows`` (:meth:`_read_window`), and ``_text`` the rest of the text, whose character
    references are those of HTML, or of XML (:attr:`xml`). Both write rows, which are put in order in ``rows``, and held
    back there until the base of the document is known.

    ``charset`` is the one that HTTP or MIME declares, ``base_from`` the source of ``base``, as in occurrences, and
    ``max_held`` the maximum of references held back.
    """

    restartable = True
    wanted: int
    xml: bool = False

    # Set by _begin:
    _windows: Windows
    _markup: Any  # of uri_extract.markup.html.markup, or uri_extract.markup.xml.scanner
    _bases: Bases

    def __init__(
        self, options: ScanOptions = DEFAULTS, *, base: str | None = None, base_from: str = "retrieval",
        origin: Origin = NO_ORIGIN, charset: str | None = None, on_problem: Callable[[Problem], None] | None = None,
        max_held: int = MAX_HELD,
    ) -> None:  # fmt: skip
        self._base: str | None = base
        self._default_base = options.default_base, base_from
        self._own = own_base(base, *self._default_base)
        self._on_problem = on_problem
        self._places: bool = options.places
        self._decode_all: bool = options.without_scheme  # then references to "." and "@" matter
        # Those of documents within this one, whose bases are given.
        self._inside: ScanOptions = options if options.default_base is None else options._replace(default_base=None)
        self.pool: Pool = Pool()
        self.rows: HeldRows = HeldRows(self.pool, max_held)
        self._text = self._make_text(options, origin=origin, base=base, pool=self.pool)
        self._opening: Opening | None = None  # if the document is not UTF-8
        self._begin_document(base, origin, charset)

    def _make_text(self, options: ScanOptions, **document: Any) -> MaskedText:
        return MaskedText(options, self.xml, **document)

    def restart(self, base: str | None, origin: Origin, charset: str | None = None) -> None:
        """Begin another document, with the same other options. State of the last one is discarded."""
        self.pool.clear()
        self.rows.begin_document()
        self._opening = None
        self._text.restart(base, origin)
        self._begin_document(base, origin, charset)

    def _translate(self, codec: str | None, quoted: bool = False) -> None:
        """Decode the document as :meth:`Opening.translate` does."""
        if codec is not None or quoted:
            self._opening = Opening()
            self._opening.translate(codec, quoted)

    def _begin_document(self, base: str | None, origin: Origin, charset: str | None) -> None:
        # for a charset that the Encoding Standard does not have
        self._codec = translated(charset) if charset and encoding_of(charset) is None else None
        self.closed = False
        if base != self._base:  # most documents have the same base as the one before
            self._base, self._own = base, own_base(base, *self._default_base)
        self._origin = origin
        self._charset = charset
        self._beginning: list[bytes] | None = []  # held until the encoding is known; then None
        self._wanted = self.wanted  # the number of bytes still needed before _begin is called
        self._sniff: Any = None  # determines the encoding, if more than the first bytes are needed
        self._fed = 0  # the number of bytes passed to the text scanner

    @property
    def base(self) -> Base:
        """The base of the document as far as it is known; at the end, the final one."""
        return self._own if self._beginning is not None else self._bases.chosen

    @property
    def settled(self) -> int:  # type: ignore[override]
        """No reference that is still to be found begins before this byte of the document."""
        if self._beginning is not None:
            return 0
        return self._forget()

    def _forget(self) -> int:
        """Drop data for places that are no longer needed; return the place before which everything is settled."""
        place = self._text.settled
        if not self.closed:
            place = self._markup.settled(place)
        if self.rows.count:
            place = self.rows.get(0, layout.START)
        return place if self._opening is None else self._opening.forget(max(0, place - MAX_TAG))

    # -- in --------------------------------------------------------------------------------------------------------

    def _read(self, chunk: bytes, final: bool) -> Page:
        if self._beginning is not None:
            chunk = self._first_bytes(chunk, final)
            if self._beginning is not None:
                return Page()
        return self._read_begun(chunk, final)

    def _read_begun(self, chunk: bytes, final: bool) -> Page:
        """Read bytes of a document whose encoding is known."""
        if self._opening is None:
            return self._read_utf8(chunk, final)
        page = self._read_utf8(self._opening.feed(chunk, final), final)
        if not final:
            self._forget()
        return page

    def _read_utf8(self, chunk: bytes, final: bool) -> Page:
        windows, markup = self._windows, self._markup
        if windows.take(chunk, final):
            self._read_window()
            self._read_text(windows.end, final)
        if final:
            markup.close()
        return self._next_page(final)

    def _next_page(self, final: bool) -> Page:
        markup, text, rows = self._markup, self._text, self.rows
        settled, has_base = 0 if final else markup.settled(text.settled), self._own.uri is not None
        if not (text.noted or markup.noted) and (self._opening is None or self._opening.is_identity()):
            page: Page = rows.next_page(markup, text.rows, self._bases, settled, final, has_base)
        else:
            rows.fill(markup, text.rows, settled, final)
            count = self._to_original(rows.finished(markup, self._bases, final))
            page = rows.page(count, markup, text.rows, has_base)
        if final:
            self._end()
        return page

    def _end(self) -> None:
        """Process the end of the document, which was read completely."""

    def _first_bytes(self, chunk: bytes, final: bool) -> bytes:
        """Return the document's first bytes once its encoding is known; until then hold them."""
        assert self._beginning is not None
        if not final:
            self._wanted -= len(chunk)
            if self._wanted > 0:
                self._beginning.append(chunk)
                return b""
        if self._beginning:
            chunk = b"".join((*self._beginning, chunk))
        self._wanted = self._begin(chunk, final)
        if self._wanted:
            self._beginning = [chunk]
            return b""
        self._beginning = None
        self._report_own_base()
        return chunk

    def _report_own_base(self) -> None:
        """Report a problem of the base that the caller gave for the document."""
        if self._own.problem:
            self._report(Problem(self._origin.document, 0, UNUSABLE, self._own.problem))

    def _begin(self, beginning: bytes, final: bool) -> int:
        """Choose the encoding and return 0; or, unless ``final``, return how many more bytes are needed."""
        raise NotImplementedError

    def _read_window(self) -> None:
        """Read the window as far as the tokenizer can."""
        raise NotImplementedError

    def _read_text(self, end: int, final: bool) -> None:
        """Pass the settled bytes of the window, those before ``end``, to the plain-text scanner."""
        raise NotImplementedError

    # -- out -------------------------------------------------------------------------------------------------------

    def _to_original(self, count: int) -> int:
        """Change the places of the first rows to those in the original, report problems; return how many remain."""
        rows = self.rows
        if self._text.noted or self._markup.noted:
            before = rows.count
            for kind, start, note in rows.take_notes(count):
                self._take_note(kind, start, note)
            count -= before - rows.count
        if self._opening is not None and self._places:
            self._opening.to_source(rows, 0, count)
            for row in range(count if self._opening.lines is not None else 0):  # soft line breaks
                if "\n" in rows.raw(row) and rows.more(row).details.wrapped is None:
                    rows.set_details(row, wrapped="space")
        return count

    def _take_note(self, kind: int, start: int, note: Any) -> None:
        """Report a problem, or a late or unusable base."""
        if kind == layout.PROBLEM:
            self._report(note)
            return
        if self.rows.released and self._bases.chosen.source == "embedded":
            message = (
                f"base found after {self.rows.most} references, or {MAX_HELD_BYTES} bytes; "
                "earlier ones were resolved against the document URI"
            )
            self._report(Problem(self._origin.document, start, "late-base", message))
        if note is not None:
            self._report(note)

    def _report(self, problem: Problem) -> None:
        if self._on_problem is not None:
            offset = problem.offset if self._opening is None else self._opening.place(problem.offset)
            self._on_problem(problem._replace(offset=offset))
