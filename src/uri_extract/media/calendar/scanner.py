"""Calendars and contacts: the references in the values and parameters of their properties."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from codecs import BOM_UTF8
from typing import TYPE_CHECKING, Any

from uri_extract.limits import MAX_TAG
from uri_extract.media.calendar.lines import ContentLines
from uri_extract.media.encodings import LONGEST_MARK, Translator, marked, translated, translator
from uri_extract.media.face import Face
from uri_extract.media.text import TextScanner
from uri_extract.media.translation import Translation
from uri_extract.records import Occurrence, Problem
from uri_extract.scan.windows import LOOKBEHIND

if TYPE_CHECKING:
    from collections.abc import Callable

_UNREAD = "binary data in a property {}, and perhaps in others, is not read"


class CalendarScanner(Face):
    """Finds the references in content lines: iCalendar, vCalendar, vCard. Sans-IO: bytes in, occurrences out.

    Folds and escapes are undone before a reference is looked for, each value is a text of its own, and one that is
    declared to be HTML is read as that. ``raw`` and the places are what the file has: with folds and escapes. ``line``
    counts its lines. Options are those of :class:`~uri_extract.media.text.TextScanner`.
    """

    def __init__(
        self,
        *,
        document: str | None = None,
        charset: str | None = None,
        on_problem: Callable[[Problem], None] | None = None,
        base_from: str = "retrieval",
        **options: Any,
    ) -> None:
        self._document = document
        self._on_problem = on_problem
        self._options = {**options, "document": document, "on_problem": self._note}
        self._base_from = base_from
        self._codec = translated(charset)
        self._beginning: bytes | None = b""  # held until a byte order mark would be whole; None from then on
        self._translator: Translator | None = None
        self._reader = ContentLines(self)
        self._lines = _LineStarts()
        self._line_place = (0, 0)  # where the last line begins, in UTF-8 and in the original
        self._recorder = _Recorder(0)
        self._scanner: Any = None  # of the current run
        self._output: list[bytes] = []  # for that
        self._found: list[Occurrence] = []
        self._problems: list[Problem] = []
        self._reported_binary = False
        #: So much of the original is settled: nothing before it will be found any more.
        self.settled = 0

    @property
    def codec(self) -> str | None:
        """The codec of Python that the document is read in; None: UTF-8, perhaps with letters of windows-1252."""
        return None if self._translator is None else self._translator.codec

    def _read(self, chunk: bytes, final: bool) -> list[Occurrence]:
        if self._beginning is not None:
            chunk = self._beginning + chunk
            if len(chunk) < LONGEST_MARK and not final:
                self._beginning = chunk
                return []
            self._beginning = None
            codec = marked(chunk) or (None if chunk.startswith(BOM_UTF8) else self._codec)
            self._translator = translator(codec) if codec else None
        if self._translator is not None:
            chunk = self._translator.feed(chunk, final)
        self._lines.add(chunk)
        self._reader.feed(chunk, final)
        self._scan(final)
        found, self._found = self._found, []
        return found

    # -- what the reader of content lines gives --------------------------------------------------------------------

    def begin(self, is_html: bool) -> None:
        """Begin a value that is HTML, or end it."""
        self._scan(final=True)
        self._recorder = _Recorder(self._recorder.taken)
        self._scanner = None
        if is_html:
            from uri_extract.media.html.scanner import HtmlScanner  # which costs as much as all the rest

            self._scanner = HtmlScanner(charset="utf-8", base_from=self._base_from, **self._options)

    def keep(self, text: bytes) -> None:
        """Take the next bytes of the document, which stand for themselves."""
        self._recorder.add(text, len(text))
        self._output.append(text)

    def replace(self, text: bytes, original: bytes) -> None:
        """Take what the next bytes of the document, ``original``, stand for."""
        self._recorder.add(text, len(original), original)
        self._output.append(text)

    def skip(self, size: int) -> None:
        """Pass over the next bytes of the document."""
        self._recorder.add(b"", size)

    def binary(self, name: bytes) -> None:
        """Report, once a document, that binary data is not read."""
        if not self._reported_binary:
            self._reported_binary = True
            place = self._recorder.taken
            where = place if self._translator is None else self._line_place[1]
            self._report(Problem(self._document, where, "unsupported", _UNREAD.format(name.decode("ascii", "replace"))))

    # -- out -------------------------------------------------------------------------------------------------------

    def _scan(self, final: bool) -> None:
        """Find the references in the current run, as far as it came."""
        if self._scanner is None:
            if not self._output:
                return
            self._scanner = TextScanner(**self._options)
        found = self._scanner.feed(b"".join(self._output))
        self._output.clear()
        if final:
            found += self._scanner.close()
        for occurrence in found:
            self._found.append(self._in_original(occurrence))
        for problem in self._problems:
            place = self._place(self._recorder.place(max(problem.offset, self._recorder.position)))
            self._report(problem._replace(offset=place))
        self._problems.clear()
        if not final:
            settled = self._scanner.settled
            self._settle(settled if isinstance(self._scanner, TextScanner) else max(0, settled - MAX_TAG - LOOKBEHIND))

    def _in_original(self, occurrence: Occurrence) -> Occurrence:
        """Return the occurrence with its place in the document. Occurrences of a run come in order."""
        raw = occurrence.raw.encode("utf-8", "surrogateescape")
        if len(raw) != occurrence.end - occurrence.start:
            raw = occurrence.raw.encode("windows-1252", "replace")
        position = self._recorder.place(occurrence.start)
        text = self._recorder.original(occurrence.start, raw)
        line = self._line(position)
        start, size = position, len(text)
        if self._translator is not None:
            start = self._translator.place(position)
            size = len(self._translator.original(position, text))
        return occurrence._replace(
            raw=occurrence.raw if text == raw else text.decode("utf-8", "surrogateescape"),
            start=start, end=start + size, line=line, column=start - self._line_place[1] + 1,
        )  # fmt: skip

    def _line(self, position: int) -> int:
        """Return the number of the line of a byte of the document, and place the line's beginning."""
        line, begin = self._lines.at(position)
        if begin > self._line_place[0]:
            self._line_place = (begin, self._place(begin))
        return line

    def _place(self, position: int) -> int:
        return position if self._translator is None else self._translator.place(position)

    def _settle(self, settled: int) -> None:
        """Discard places before ``settled``, which no reference will be found at any more."""
        position = self._recorder.forget(max(0, settled))
        self._line(position)
        self._lines.forget(position)
        self.settled = position if self._translator is None else self._translator.forget(position)

    def _note(self, problem: Problem) -> None:
        self._problems.append(problem)

    def _report(self, problem: Problem) -> None:
        if self._on_problem is not None:
            self._on_problem(problem)


class _Recorder(Translation):
    """Remembers what became of the bytes of the document from ``taken`` on."""

    def __init__(self, taken: int) -> None:
        super().__init__()
        self._taken = taken

    @property
    def taken(self) -> int:
        """So many bytes of the document were read."""
        return self._taken

    @property
    def position(self) -> int:
        """The first byte of what came out whose place is known."""
        return self._position

    def add(self, output: bytes, size: int, replaced: bytes | None = None) -> None:
        """Note what became of the next ``size`` bytes of the document."""
        self._add(output, size, replaced)


class _LineStarts:
    """Where the lines of a document begin."""

    def __init__(self) -> None:
        self._size = 0
        self._starts = array("q", [0])
        self._number = 1  # of the first of these

    def add(self, text: bytes) -> None:
        """Take the next bytes of the document."""
        at = text.find(b"\n")
        while at >= 0:
            self._starts.append(self._size + at + 1)
            at = text.find(b"\n", at + 1)
        self._size += len(text)

    def at(self, position: int) -> tuple[int, int]:
        """Return the number of the line that has that byte, and where the line begins."""
        index = max(0, bisect_right(self._starts, position) - 1)
        return self._number + index, self._starts[index]

    def forget(self, position: int) -> None:
        """Say that no place before ``position`` will be asked for."""
        index = max(0, bisect_right(self._starts, position) - 1)
        del self._starts[:index]
        self._number += index
