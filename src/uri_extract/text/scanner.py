"""Plain text: the rows of the scan kernel become rows of occurrences (RFC 3986 Appendix C)."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.decode.encodings import translated
from uri_extract.decode.opening import Opening
from uri_extract.limits import MAX_REFERENCE
from uri_extract.rows import LineCounter, Page, Pool, Rows, layout, page_of
from uri_extract.rows.details import NO_ORIGIN
from uri_extract.rows.records import Problem
from uri_extract.scan import rows
from uri_extract.scan._kernel import LOOKBEHIND, Windows
from uri_extract.text._readings import WholeTexts, add_row, add_rows
from uri_extract.text.base import BaseScanner
from uri_extract.text.options import DEFAULTS, ScanOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uri_extract.decode.forms import FormDecoder
    from uri_extract.decode.refang import Refanger
    from uri_extract.rows.details import Origin
    from uri_extract.text.decisions import Decisions
    from uri_extract.text.part import Part


class TextScanner(BaseScanner):
    """Find the references in one plain-text document. Sans-IO: bytes in, occurrences out.

    ``base`` is the document's own URI (RFC 3986 §5.1.3); ``origin`` is the origin of the document; ``charset`` is the
    declared one. A byte order mark overrides it; without either the document is read as UTF-8, and bytes that are not
    valid UTF-8 as windows-1252. ``on_problem`` is called with each :class:`Problem`; ``part`` is the part to read of a
    document that needs neither translation nor refanging. ``pool`` is that of the rows of another scanner. Raises
    :class:`~uri_extract.errors.UnknownCharset`.
    """

    restartable = True
    #: True if the text may have a byte order mark, or be in a form that programs give to text
    #: (:mod:`uri_extract.decode.forms`).
    raw = True
    _opening: Opening
    _forms: FormDecoder | None = None
    # The values of a document that is not read in parts, the usual case:
    _decisions: Decisions | None = None
    _part: Part | None = None
    _stop: int | None = None
    #: Where the references of a part begin, if bytes before it are read only to know how the text continues.
    _run_in: int | None = None

    def __init__(
        self,
        options: ScanOptions = DEFAULTS,
        *,
        base: str | None = None,
        origin: Origin = NO_ORIGIN,
        charset: str | None = None,
        on_problem: Callable[[Problem], None] | None = None,
        part: Part | None = None,
        pool: Pool | None = None,
    ) -> None:
        self._options = options
        self._default = (options.default_base, "default") if options.default_base else (None, None)
        self._kernel = options.kernel
        self._names: bool = options.without_scheme
        self._for_names: Callable[[], Any] | None = None
        self._whole: WholeTexts | None = None
        self._on_problem = on_problem
        self._places: bool = options.places
        self.reads_whole: bool = options.reads_whole
        #: True if text without a colon can be skipped: names and mail addresses are not wanted either.
        self.needs_colon: bool = self.reads_whole and not self._names
        self._alone = pool is None
        self.rows: Rows = Rows(pool or Pool())
        self._opening = Opening()
        self.restart(base, origin, charset, part)

    def restart(
        self, base: str | None, origin: Origin, charset: str | None = None, part: Part | None = None
    ) -> None:  # fmt: skip
        """Begin another document, or a part of one. State of the last one is discarded.

        The state for reading in chunks is set up by :meth:`_begin` when bytes arrive: many documents are empty, or come
        in one chunk.
        """
        self._codec = translated(charset) if charset else None
        self.closed = False
        if self.rows.count:
            self.rows.drop(self.rows.count)
        if self._opening.sequence:
            self._opening = Opening()
        self.noted: bool = False  # rows include problems
        self._restarted: tuple[str | None, Origin, Part | None] | None = base, origin, part

    def _begin(self) -> None:
        assert self._restarted is not None
        base, self._origin, part = self._restarted
        self._restarted = None
        self._bases = (base, "retrieval") if base else self._default
        self._opening = Opening(self._codec)
        self._refanger: Refanger | None = None
        kernel = self._kernel
        if self._options.refang:
            from uri_extract.decode.refang import Refanger  # its patterns take long to compile

            self._refanger = Refanger(self._options.refang)
            self._opening.precede(self._refanger)
        self._forms = None
        if self.raw and part is None:
            from uri_extract.decode.forms import FormDecoder  # not for documents that come in one chunk

            self._forms = FormDecoder()
            self._opening.precede(self._forms)
        if self._names:
            marked = self._refanger.changed if self._refanger else None
            kernel = self._for_names or self._options.schemeless_kernel(marked)
        self._windows = Windows(kernel)
        if self._names and self._refanger is None and not self._windows.decides:
            made = self._windows.kernel  # making a kernel costs as much as reading some kilobytes
            self._for_names = lambda: made
        self._decisions = None
        if self._windows.decides:
            from uri_extract.text.decisions import Decisions  # needed for explanations only

            self._decisions = Decisions(self._windows)
        self._too_long: list[int] = []  # where each begins
        self._lines = LineCounter()
        self._part = part
        self._stop = None
        if part is not None:
            self._opening.translate(None)
            self._windows.start(part.begin, part.start - part.begin)
            self._lines = LineCounter(part.line, part.line_start, part.start)
            self._stop = part.stop
        self._run_in = None if part is None else part.owned

    def _drop_run_in(self, end: int) -> None:
        """Drop the rows of a part's run-in, which belong to the part before."""
        count = 0
        while count < self.rows.count and self.rows.get(count, layout.START) < end:
            count += 1
        self.rows.drop(count)

    @property
    def over(self) -> bool:  # type: ignore[override]
        """True once everything that begins in the part was found."""
        # A part may end within a scheme whose colon was not read yet.
        ahead = LOOKBEHIND if self._run_in is not None else 0
        return self._restarted is None and self._stop is not None and self._windows.decided >= self._stop + ahead

    def syntax_is_masked(self) -> None:
        """Let explanations name the document's syntax for what is masked in the text."""
        if self._decisions is not None:
            self._decisions.masked = True

    def _read(self, chunk: bytes, final: bool) -> Page:
        if final and self._restarted is not None and self._scan_whole(chunk):
            if self._too_long:
                self._report_too_long(len(chunk))
        else:
            self.take(chunk, final)
            if self._run_in is not None:
                self._drop_run_in(self._run_in)
        return page_of(self.rows, self.rows.count)

    def read_whole(self, document: bytes, base: str | None, origin: Origin) -> None:
        """Add the rows of another document, which is complete, as :meth:`restart` and :meth:`take` do."""
        self.restart(base, origin)
        if not self._scan_whole(document):
            self.take(document, final=True)
        elif self._too_long:
            self._report_too_long(len(document))

    def _scan_whole(self, document: bytes) -> bool:
        """Add the rows of a complete document in one step; return False, and add none, if it needs more than that."""
        assert self._restarted is not None
        base, origin, part = self._restarted
        if not self.reads_whole or self._codec is not None or part is not None:
            return False
        whole = self._whole
        if whole is None:
            self._whole = whole = WholeTexts(self._options.windows(), self._places, self.raw)
        self._bases = (base, "retrieval") if base else self._default
        self._origin = origin
        if not whole.read(self.rows, document, self._bases, origin, self._alone):
            return False
        self._restarted = None
        self._stop = self._run_in = None
        self._windows = whole.windows
        self._too_long = whole.too_long
        self.settled: int = len(document) - LOOKBEHIND
        return True

    def take(self, chunk: bytes, final: bool = False) -> None:
        """Take the next bytes, and add the rows of the references that they completed to ``rows``."""
        if self._restarted is not None:
            self._begin()
        begin = self.rows.count
        windows = self._windows
        self._read_steps(windows.feed(self._utf8(chunk, final), final))
        if final:
            windows.release()
        if self._opening.sequence:
            if not self._opening.is_identity():
                self._to_original(begin)
            self._opening.begin_line(self._lines.start)
        self._settle()

    def _read_steps(self, steps: Iterable[None]) -> None:
        """Add the kernel's rows after each step, and count the lines before the next step moves the window."""
        for _ in steps:
            self._read_rows()
            self._count_lines(self._windows.decided)
        self._count_lines(self._windows.decided)

    def _utf8(self, chunk: bytes, final: bool = False) -> bytes:
        """Return the document's next bytes in UTF-8."""
        return self._opening.text(chunk, final)

    # -- rows --------------------------------------------------------------------------------------------------------

    def _read_rows(self) -> None:
        """Add rows for the rows of the kernel."""
        if self._decisions is not None:
            self._read_decisions(self._decisions)
            return
        if count := self._count():
            add_rows(
                self.rows, self._windows, count, self._lines, self._places, self._bases, self._origin,
                self._alone and not self._windows.is_seam, self._too_long,
            )  # fmt: skip

    def _read_decisions(self, decisions: Decisions) -> None:
        """Add a row for each decision of the kernel, followed by the row of the reference if one was found."""
        for decision, start, end, row in decisions.read():
            self._count_lines(start)
            column = start - self._lines.start + 1
            decisions.add(self.rows, decision, start, end, start, end, self._lines.number, column, self._origin)
            if row is not None:
                add_row(
                    self.rows, self._windows, row, self._lines, self._places, self._bases, self._origin, self._too_long
                )

    def _count(self) -> int:
        """Return the number of the kernel's rows that begin before the end of the part."""
        count: int = self._windows.kernel.count
        if self._stop is None or not count:
            return count
        table, stop = self._windows.kernel.table, self._stop - self._windows.offset
        while count and table[(count - 1) * rows.WIDTH] >= stop:
            count -= 1
        if count and table[(count - 1) * rows.WIDTH + 1] > stop:
            assert self._part is not None
            self._part.resume = self._windows.offset + table[(count - 1) * rows.WIDTH + 1]
        return count

    def _count_lines(self, to: int) -> None:
        """Count the line feeds before ``to``, an offset of the text that is in the window or at its end."""
        if self._places:
            windows = self._windows
            self._lines.count_to(windows.window, windows.offset, to - windows.offset)

    # -- places in the original --------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Report references that were too long, and let the maps drop places that are no longer needed."""
        decided = self._windows.decided
        self._report_too_long(decided)
        self.settled = decided - LOOKBEHIND
        if self._refanger:
            self._refanger.forget(self.settled)
        if self._opening.sequence:
            self.settled = self._opening.forget(self.settled)

    def _report_too_long(self, before: int) -> None:
        while self._too_long and self._too_long[0] < before:
            position = self._opening.place(self._too_long.pop(0))
            if self._run_in is not None and position < self._run_in:
                continue
            message = f"a reference that begins here has more than {MAX_REFERENCE} bytes, and is left out"
            self._report(Problem(self._origin.document, position, "reference-too-long", message))

    def _report(self, problem: Problem) -> None:
        if self._on_problem is not None:
            self._on_problem(problem)

    def _to_original(self, begin: int) -> None:
        """Change the places of the rows from ``begin`` on, which are in order, to those in the document."""
        if not self._places:
            return
        if self._forms is not None and self._forms.labels:
            self._set_labels(self._forms, begin)
        self._opening.to_source(self.rows, begin, self.rows.count)

    def _set_labels(self, forms: FormDecoder, begin: int) -> None:
        """Set the link texts of the rows from ``begin`` on that are hyperlinks of a terminal."""
        from uri_extract.text.link_text import link_text  # few texts need it

        for row in range(begin, self.rows.count):
            start = self.rows.get(row, layout.START)
            label = forms.label_at(start if self._refanger is None else self._refanger.map.place(start))
            if label:
                self.rows.set_link_text(row, link_text(label.decode("utf-8", "replace")))
