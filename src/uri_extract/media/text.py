"""Plain text: the rows of the scanner become occurrences (RFC 3986 Appendix C)."""

from __future__ import annotations

from codecs import BOM_UTF8
from functools import partial
from typing import TYPE_CHECKING, Any

from uri_extract.limits import MAX_REFERENCE
from uri_extract.media.chunks import as_bytes
from uri_extract.media.encodings import LONGEST_MARK, Translator, marked, translated, translator
from uri_extract.media.once import Once
from uri_extract.media.readings import read
from uri_extract.records import Occurrence, Problem
from uri_extract.scan import listing, rows, suffix_kernel, variant
from uri_extract.scan.windows import LOOKBEHIND, Windows
from uri_extract.uri.suffix import mailto

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uri_extract.media.decisions import Decisions
    from uri_extract.media.part import Part
    from uri_extract.media.translation import Translation


_PLAIN = variant("uri_extract.media._plain")


class TextScanner(Once):
    """Finds the references in one plain-text document. Sans-IO: bytes in, occurrences out.

    ``base`` is the document's own URI and ``default_base`` the last resort (RFC 3986 §5.1.3, §5.1.4); ``document``
    names it in the records; ``charset`` is what it is declared to be in; a byte order mark knows better, and without
    either it is taken for UTF-8, and a letter that is none for windows-1252. ``suffix`` also finds references whose
    scheme was left out (RFC 3986 §4.5), ``mail_addresses`` mail addresses, ``refang`` defanged references
    (``hxxp://a[.]example``, :mod:`uri_extract.media.refang`), those without a scheme and mail addresses among them.
    ``on_problem`` is called with each :class:`Problem`; ``kernel`` is a class of :data:`uri_extract.scan.kernels`;
    ``part`` is what is read of a document that is neither translated nor refanged. A document is read once, and then
    the scanner is closed: what is asked of it afterwards raises :class:`UriExtractError`. Raises
    :class:`~uri_extract.errors.UnknownCharset`.
    """

    def __init__(
        self,
        *,
        base: str | None = None,
        default_base: str | None = None,
        document: str | None = None,
        charset: str | None = None,
        refang: bool = False,
        on_problem: Callable[[Problem], None] | None = None,
        suffix: bool = False,
        mail_addresses: bool = False,
        kernel: Any = None,
        part: Part | None = None,
    ) -> None:
        refanger = None
        if refang:
            from uri_extract.media.refang import Refanger  # whose patterns take their time

            refanger = Refanger()
        if suffix or mail_addresses or refanger:
            marked = refanger.changed if refanger else None
            kernel = partial(suffix_kernel(kernel), names=suffix, mails=mail_addresses, marked=marked)
        self._windows = Windows(kernel)
        self._bases = (base, "retrieval") if base else (default_base, "default") if default_base else (None, None)
        self._decisions: Decisions | None = None
        if self._windows.decides:
            from uri_extract.media.decisions import Decisions  # only explanations ask for them

            self._decisions = Decisions(self._windows)
        self._document = document
        self._on_problem = on_problem
        self._beginning: bytes | None = b""  # held until a byte order mark would be whole; None from then on
        self._codec = translated(charset)
        # What one gives the next one takes, and the kernel what the last one gives.
        self._translations: list[Translation] = [refanger] if refanger else []
        self._line_place = (0, 0)  # where the last line begins, in UTF-8 and in the original
        self._too_long: list[tuple[int, int]] = []  # where each begins, and its line
        #: So much of the original is settled: nothing before it will be found any more.
        self.settled = 0
        self._line = 1
        self._counted = 0  # line feeds are counted up to this byte of the document
        self._line_start = 0
        self._stop: int | None = None
        #: Where the part that follows must begin: a reference goes on over the end of this one, up to there.
        self.resume: int | None = None
        if part is not None:
            self._beginning = None
            self._windows.start(part.begin, part.start - part.begin)
            self._line, self._line_start, self._counted = part.line, part.line_start, part.start
            self._stop = part.stop

    @property
    def over(self) -> bool:
        """Whether all that begins in the part was found."""
        return self._stop is not None and self._windows.offset + self._windows.end >= self._stop

    def feed(self, chunk: bytes) -> list[Occurrence]:
        """Take the next bytes of the document, any number of them; return what they completed."""
        self._asked("occurrences")
        return self._take(self._windows.feed(self._utf8(chunk)))

    def close(self) -> list[Occurrence]:
        """Say that nothing follows; return what was still open."""
        self._asked("occurrences", last=True)
        return self._take(self._last())

    def feed_into(self, chunk: bytes, found: Any) -> None:
        """Do as :meth:`feed`, and give what was completed to ``found``, plain references without an object for each.

        ``found`` has methods ``append`` and ``add``, for one occurrence and for a list of them, and ``occurrences``,
        which does as :func:`uri_extract.media._plain.occurrences`.
        """
        self._asked("occurrences")
        self._take_into(self._windows.feed(self._utf8(chunk)), found)

    def close_into(self, found: Any) -> None:
        """Do as :meth:`close`, and give what was still open to ``found`` as :meth:`feed_into` does."""
        self._asked("occurrences", last=True)
        self._take_into(self._last(), found)

    def feed_lines(self, chunk: bytes, value: str = "target") -> bytes:
        """Do as :meth:`feed`, and return lines in UTF-8: of each occurrence its ``value``, a field that is text.

        A target that is None is the reference as it stands. Plain references cost a copy each and no object. Where
        they stand is not counted: a scanner gives lines or occurrences, not both.
        """
        self._asked("lines")
        return self._take_lines(self._windows.feed(self._utf8(chunk)), value)

    def close_lines(self, value: str = "target") -> bytes:
        """Do as :meth:`close`, and return lines as :meth:`feed_lines` does."""
        self._asked("lines", last=True)
        return self._take_lines(self._last(counting=value == "raw"), value)

    def syntax_is_masked(self) -> None:
        """Say that what is masked in the text is a document's syntax, for explanations."""
        if self._decisions is not None:
            self._decisions.masked = True

    @property
    def codec(self) -> str | None:
        """The codec of Python that the document is read in; None: UTF-8, perhaps with letters of windows-1252."""
        return next((each.codec for each in self._translations if isinstance(each, Translator)), None)

    def _utf8(self, chunk: bytes, final: bool = False) -> bytes:
        """Return the document's next bytes in UTF-8."""
        if not isinstance(chunk, bytes):
            chunk = as_bytes(chunk)
        if self._beginning is not None:
            chunk = self._beginning + chunk
            if len(chunk) < LONGEST_MARK and not final:
                self._beginning = chunk
                return b""
            self._beginning = None
            codec = marked(chunk) or (None if chunk.startswith(BOM_UTF8) else self._codec)
            if codec:
                self._translations.insert(0, translator(codec))
        for translation in self._translations:
            chunk = translation.feed(chunk, final)
        return chunk

    def _last(self, counting: bool = True) -> Iterator[None]:
        yield from self._windows.feed(self._utf8(b"", final=True))
        if counting:
            self._count_lines(self._windows.end)  # what is read next moves the window
        yield from self._windows.close()
        self._windows.release()

    def _take_lines(self, steps: Iterator[None], value: str) -> bytes:
        if value == "raw" and self._translations:  # what stands in the source is not in the window
            return lines_of(self._take(steps), value)
        taken: list[bytes] = []
        for _ in steps:
            window, kernel = self._windows.window, self._windows.kernel
            at, count = 0, self._count()
            while at < count:
                lines, at = listing(window, kernel.table, at, count)
                taken.append(lines)
                if at < count:
                    start, end, _, bits, piece, pieces = kernel.table[at * rows.WIDTH : (at + 1) * rows.WIDTH]
                    occurrence = self._occurrence(start, end, bits, piece, pieces, others=False)
                    if occurrence is not None:
                        taken.append(line_of(occurrence, value))
                    at += 1
        self._settle()
        return b"".join(taken)

    def _take(self, steps: Iterator[None]) -> list[Occurrence]:
        found: list[Occurrence] = []
        plain = partial(_PLAIN.occurrences, found=found)
        for _ in steps:
            self._read_rows(found, plain)
        self._count_lines(self._windows.end)
        if self._translations:
            found = self._all_in_original(found)
            self._report_too_long(self._line_start)
            self._place_line(self._line_start)
        self._settle()
        return found

    def _take_into(self, steps: Iterator[None], found: Any) -> None:
        if self._translations:  # places are told in the original
            found.add(self._take(steps))
            return
        for _ in steps:
            self._read_rows(found, found.occurrences)
        self._count_lines(self._windows.end)
        self._settle()

    def _settle(self) -> None:
        """Report what was too long, and let the translations forget what nobody will ask for."""
        settled = self._windows.offset + self._windows.end - LOOKBEHIND
        self._report_too_long(settled + LOOKBEHIND)
        for translation in reversed(self._translations):
            settled = translation.forget(settled)
        self.settled = settled

    def _report_too_long(self, before: int) -> None:
        while self._too_long and self._too_long[0][0] < before:
            position, line = self._too_long.pop(0)
            if self._translations:
                self._place_line(line)
                position = self._place(position)
            message = f"a reference that begins here has more than {MAX_REFERENCE} bytes, and is left out"
            if self._on_problem is not None:
                self._on_problem(Problem(self._document, position, "reference-too-long", message))

    def _place(self, position: int) -> int:
        """Return where in the original the byte ``position`` of the UTF-8 stands; never ask for one further back."""
        for translation in reversed(self._translations):
            position = translation.place(position)
        return position

    def _place_line(self, line: int) -> None:
        if line > self._line_place[0]:
            self._line_place = (line, self._place(line))

    def _all_in_original(self, found: list[Occurrence]) -> list[Occurrence]:
        return [self._in_original(occurrence) for occurrence in found]

    def _in_original(self, occurrence: Occurrence) -> Occurrence:
        """Return the occurrence with its place in the bytes before translation. Occurrences come in order."""
        self._report_too_long(occurrence.start)
        self._place_line(occurrence.start - occurrence.column + 1)
        raw = occurrence.raw
        source = raw.encode("utf-8", "surrogateescape")
        if len(source) != occurrence.end - occurrence.start:
            source = raw.encode("windows-1252", "replace")
        start, size, text = self._source(occurrence.start, source)
        if text != source:
            raw = text.decode("utf-8", "surrogateescape")
        column = start - self._line_place[1] + 1
        return occurrence._replace(raw=raw, start=start, end=start + size, column=column)

    def _source(self, start: int, text: bytes) -> tuple[int, int, bytes]:
        """Return where in the original begins what became ``text``, how many bytes it has there, and it as text."""
        source = text
        for translation in reversed(self._translations):
            position, start = start, translation.place(start)
            source = translation.original(position, source)
            if translation.takes_text:
                text = source
        return start, len(source), text

    def _count_lines(self, to: int) -> None:
        """Count the line feeds before ``to``, a position in the window."""
        windows = self._windows
        begin = self._counted - windows.offset
        last = windows.window.rfind(b"\n", begin, to)
        if last >= 0:
            self._line += windows.window.count(b"\n", begin, last) + 1
            self._line_start = windows.offset + last + 1
        if to > begin:
            self._counted = windows.offset + to

    def _read_rows(self, found: Any, plain: Callable[..., Any]) -> None:
        """Give what the rows are to ``found``; ``plain`` takes those that are plain."""
        if self._decisions is not None:
            self._read_decisions(self._decisions, found)
            return
        windows = self._windows
        kernel, offset = windows.kernel, windows.offset
        at, count = 0, self._count()
        while True:
            lines = self._line, self._line_start, self._counted
            at, lines = plain(windows.window, kernel.table, at, count, offset, lines, self._document, self._bases)
            self._line, self._line_start, self._counted = lines
            if at == count:
                break
            start, end, _, bits, piece, pieces = kernel.table[at * rows.WIDTH : (at + 1) * rows.WIDTH]
            occurrence = self._occurrence(start, end, bits, piece, pieces)
            if occurrence is not None:
                found.append(occurrence)
            at += 1

    def _read_decisions(self, decisions: Decisions, found: Any) -> None:
        """Give ``found`` what the kernel decided, each reference after the decision that it is one."""
        windows = self._windows
        for decision, start, end, row in decisions.read():
            self._count_lines(start - windows.offset)
            column = start - self._line_start + 1
            found.append(decisions.record(decision, start, end, start, end, self._line, column, self._document))
            if row is not None:
                start, end, _, bits, piece, pieces = row
                occurrence = self._occurrence(start, end, bits, piece, pieces)
                if occurrence is not None:
                    found.append(occurrence)

    def _count(self) -> int:
        """Return how many of the kernel's rows begin before the part's end."""
        count: int = self._windows.kernel.count
        if self._stop is None or not count:
            return count
        table, stop = self._windows.kernel.table, self._stop - self._windows.offset
        while count and table[(count - 1) * rows.WIDTH] >= stop:
            count -= 1
        if count and table[(count - 1) * rows.WIDTH + 1] > stop:
            self.resume = self._windows.offset + table[(count - 1) * rows.WIDTH + 1]
        return count

    def _occurrence(
        self, start: int, end: int, bits: int, piece: int, pieces: int, others: bool = True
    ) -> Occurrence | None:
        """Return the occurrence of a row that is not plain; None for a problem, which is reported.

        Without ``others`` it may lack its other readings.
        """
        windows = self._windows
        offset = windows.offset
        if bits & rows.TOO_LONG:
            self._too_long.append((offset + start, self._line_start))
            return None
        places = windows.kernel.pieces[2 * piece : 2 * (piece + pieces)]
        raw, reference, wrapped, alternates = read(windows.window, (start, end, 0, bits), places, others)
        kind = "uri" if reference.isascii() else "iri"
        if bits & (rows.SUFFIX | rows.MAIL):
            kind = "suffix"
            reference = mailto(reference) if bits & rows.MAIL else reference
        fields = (
            reference,
            raw,
            offset + start,
            offset + end,
            self._line,
            offset + start - self._line_start + 1,
            self._document,
            rows.DELIMITER_NAMES[bits & rows.DELIMITERS],
            "URL:" if bits & rows.PREFIX else None,
            wrapped,
            alternates,
            kind,
            self._bases,
            None,
            None,
            None,
            None,
        )
        return tuple.__new__(Occurrence, fields)


def lines_of(found: list[Occurrence], value: str) -> bytes:
    """Return the lines that stand for occurrences, as :func:`line_of` does."""
    if not found:
        return b""
    if value == "target":
        texts: list[str] = _PLAIN.targets(found)
    else:
        texts = [getattr(occurrence, value) or occurrence.reference for occurrence in found]
    texts.append("")
    return "\n".join(texts).encode("utf-8", "surrogateescape")


def line_of(occurrence: Occurrence, value: str) -> bytes:
    """Return the line that stands for an occurrence: its ``value``, or its reference where that is None."""
    text: str = getattr(occurrence, value) or occurrence.reference
    return text.encode("utf-8", "surrogateescape") + b"\n"
