"""One window for all text of a document that is made of many: each piece keeps its source and its places.

A mailbox has millions of texts, most of them short: fields, bodies. A scanner for each would cost more than the
reading, so they are put one behind the other, with a separator between that no reference goes across, and the
plain-text scanner reads that. What was found is given its place by the segment it stands in. What others found (HTML's
references, those of fields that are references as a whole) comes in between, in order.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from uri_extract.limits import MAX_REFERENCE
from uri_extract.media.readings import read
from uri_extract.media.text import line_of
from uri_extract.records import Mail, Occurrence, Problem
from uri_extract.scan import listing, rows, variant
from uri_extract.scan.windows import LOOKBEHIND, Windows
from uri_extract.uri.suffix import mailto

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.media.mail.flowed import Flowed
    from uri_extract.media.mail.parts import Part
    from uri_extract.media.mail.transfer import Transfer
    from uri_extract.media.translation import Translation

#: Stands between two texts: a line of its own that no reference, no bracket and no page break goes across.
SEPARATOR = b"\n\x00\n"

_NO_BASES = (None, None)
_occurrences = variant("uri_extract.media._plain").occurrences


class Source:
    """A text: the part it is of, and the name of the header field, None for a body."""

    __slots__ = ("_document", "_mail", "field", "part")

    def __init__(self, part: Part, field: str | None = None, document: str | None = None) -> None:
        self.part = part
        self.field = field
        self._document = document
        self._mail: Mail | None = None

    @property
    def document(self) -> str | None:
        """How records name it."""
        if self._document is None:
            self._document = self.part.document
        return self._document

    @property
    def mail(self) -> Mail:
        """What mail says of what stands in it. When it is asked for, the header has been read, or it is one."""
        if self._mail is None:
            self._mail = Mail(self.part.message.message_id, self.field)
        return self._mail


class Way:
    """The way back from a text that was translated: to the decoded part, whose lines count, and to the file.

    ``inner`` are the translations between part and text, the first one first, ``base`` is where in the part the first
    one began, ``outer`` those between file and part, the last one first: none where ``base`` is a place in the file.
    """

    __slots__ = ("base", "begin", "changed", "flowed", "inner", "outer")

    def __init__(
        self, begin: int, base: int, inner: list[Any], outer: list[Transfer], flowed: Flowed | None = None
    ) -> None:
        self.begin = begin
        self.base = base
        self.inner: list[Translation] = inner[::-1]
        self.outer = outer
        self.flowed = flowed
        self.changed: Callable[[int, int], bool] | None = None  # a refanger's

    def decoded(self, position: int) -> int:
        """Return where in the part a byte of the text stands; never ask for one further back."""
        position -= self.begin
        for translation in self.inner:
            position = translation.place(position)
        return position + self.base

    def locate(self, position: int, text: bytes) -> tuple[int, int, int, bytes]:
        """Return where ``text`` stands in the part and in the file, where it ends there, and it as the part has it."""
        start = position - self.begin
        source = text
        for translation in self.inner:
            at, start = start, translation.place(start)
            source = translation.original(at, source)
            if translation.takes_text:
                text = source
        decoded = start + self.base
        start, end = spanned(decoded, decoded + len(source), self.outer)
        return decoded, start, end, text

    def forget(self, position: int) -> None:
        """Say that no place before ``position`` will be asked for."""
        position = max(0, position - self.begin)
        for translation in self.inner:
            position = translation.forget(position)
        position += self.base
        for transfer in self.outer:
            position = transfer.forget(position)


def spanned(start: int, end: int, transfers: list[Transfer]) -> tuple[int, int]:
    """Return where in the file stands what stands in a part from ``start`` to ``end``."""
    for transfer in transfers:
        start, end = transfer.span(start, end)
    return start, end


class Stream:
    """Texts in, occurrences or lines out, in order."""

    def __init__(self, kernel: Any, on_problem: Callable[[Problem], None] | None, value: str | None = None) -> None:
        self.windows = Windows(kernel)
        self.value = value  # of lines; None: it gives occurrences
        self._on_problem = on_problem
        self._texts: list[bytes] = []
        self.size = 0  # of all texts
        self._starts: list[int] = []  # of segments
        self._segments: list[tuple[Way | None, int, Source, tuple[int, int] | None]] = []
        self._at = -1  # the segment at hand
        self._lines = (1, 0, 0)  # the line, where it begins, up to where line feeds were counted
        self._line_place = (-1, 0)
        #: What others found: where it belongs, and it, or what to call with the list it goes to.
        self.others: list[tuple[int, Any]] = []
        self._other = 0

    # -- in --------------------------------------------------------------------------------------------------------

    def separate(self, blank: int = 0) -> None:
        """End the text at hand; so many empty lines follow."""
        self._texts.append(SEPARATOR + b"\n" * blank if blank else SEPARATOR)
        self.size += 3 + blank

    def add(self, text: bytes, base: int, source: Source, lines: tuple[int, int] | None = None) -> None:
        """Take text as it stands in the file, at ``base``; ``lines``: its line's number, and the bytes before it."""
        shift = base - self.size
        segments = self._segments
        if not segments or lines is not None or segments[-1][2] is not source or segments[-1][1] != shift or (
            segments[-1][0] is not None
        ):  # fmt: skip
            self._starts.append(self.size)
            segments.append((None, shift, source, lines))
        self._texts.append(text)
        self.size += len(text)

    def add_way(self, way: Way, source: Source, lines: tuple[int, int] | None = None) -> None:
        """Say that what comes next came through ``way``; its text follows with :meth:`add_text`."""
        self._starts.append(self.size)
        self._segments.append((way, 0, source, lines))

    def add_text(self, text: bytes) -> None:
        """Take what came out of the way that was named last."""
        if text:
            self._texts.append(text)
            self.size += len(text)

    def changed(self, start: int, end: int) -> bool:
        """Whether a defanged mark was undone between these places."""
        k = max(0, bisect_right(self._starts, start) - 1) if self._starts else -1
        way = self._segments[k][0] if k >= 0 else None
        return way is not None and way.changed is not None and way.changed(start - way.begin, end - way.begin)

    # -- out -------------------------------------------------------------------------------------------------------

    def read(self, found: list[Any], final: bool = False) -> list[Any]:
        """Add what is settled of all that came to ``found``, and return it: occurrences, or pieces of lines."""
        text = self._texts[0] if len(self._texts) == 1 else b"".join(self._texts)
        self._texts = []
        windows = self.windows
        take = self._rows if self.value is None else self._listing
        for _ in windows.feed(text):
            take(found)
        if final:
            self._count(windows.offset + windows.end)
            for _ in windows.close():
                take(found)
        end = windows.offset + windows.end
        self._count(end)
        self._others_before(self.size if final else end, found, final)
        self._settle(end)
        return found

    def _others_before(self, position: int, found: list[Any], last: bool = False) -> int:
        """Add what others found before ``position``; return where the next one belongs."""
        others = self.others
        k = self._other
        while k < len(others) and (others[k][0] <= position or last):
            item = others[k][1]
            if callable(item):
                item(found)
            else:
                found.append(item)
            k += 1
        if k == len(others):
            others.clear()
            self._other = 0
            return 1 << 62
        if 2 * k > len(others) and k > 32:
            del others[:k]
            k = 0
        self._other = k
        return others[k][0]

    def _listing(self, found: list[Any]) -> None:
        windows, kernel, value = self.windows, self.windows.kernel, self.value
        offset, count, table = windows.offset, kernel.count, kernel.table
        at = 0
        while at < count:
            limit = count
            if self.others:
                stop = self._others_before(offset + table[at * rows.WIDTH], found) - offset
                limit = at + 1
                while limit < count and table[limit * rows.WIDTH] < stop:
                    limit += 1
            while at < limit:
                lines, at = listing(windows.window, table, at, limit)
                found.append(lines)
                if at < limit:
                    occurrence = self._occurrence(at, None, Source, 0)
                    if occurrence is not None:
                        found.append(line_of(occurrence, value or "target"))
                    at += 1

    def _rows(self, found: list[Any]) -> None:
        windows, kernel = self.windows, self.windows.kernel
        offset, count, table = windows.offset, kernel.count, kernel.table
        starts = self._starts
        at = 0
        while at < count:
            start = offset + table[at * rows.WIDTH]
            stop = self._others_before(start, found) if self.others else 1 << 62
            self._advance(start)
            way, shift, source, _ = self._segments[self._at]
            if way is not None:
                self._count(start)
                self._in_way(at, way, source, found)
                at += 1
                continue
            if self._at + 1 < len(starts):
                stop = min(stop, starts[self._at + 1])
            stop -= offset
            limit = at + 1
            while limit < count and table[limit * rows.WIDTH] < stop:
                limit += 1
            document, mail = source.document, source.mail
            delimiter = None if source.field is None else "header"
            while at < limit:
                line, begin, counted = self._lines
                at, lines = _occurrences(
                    windows.window, table, at, limit, offset + shift, (line, begin + shift, counted + shift),
                    document, _NO_BASES, found, mail, delimiter,
                )  # fmt: skip
                line, begin, counted = lines
                self._lines = (line, begin - shift, counted - shift)
                if at < limit:
                    occurrence = self._occurrence(at, None, source, shift)
                    if occurrence is not None:
                        found.append(occurrence)
                    at += 1

    def _occurrence(self, row: int, way: Way | None, source: Any, shift: int) -> Occurrence | None:
        """Return the occurrence of a row that is not plain; None for a problem, which is reported."""
        windows = self.windows
        at = row * rows.WIDTH
        start, end, _, bits, piece, pieces = windows.kernel.table[at : at + rows.WIDTH]
        position = windows.offset + start
        document, mail, field = (None, None, None) if source is Source else (source.document, source.mail, source.field)
        if bits & rows.TOO_LONG:
            if way is not None:
                shift, position = 0, way.locate(position, b"h")[1]
            message = f"a reference that begins here has more than {MAX_REFERENCE} bytes, and is left out"
            if self._on_problem is not None:
                self._on_problem(Problem(document, position + shift, "reference-too-long", message))
            return None
        places = windows.kernel.pieces[2 * piece : 2 * (piece + pieces)]
        raw, reference, wrapped, alternates = read(windows.window, (start, end, 0, bits), places, self.value is None)
        kind = "uri" if reference.isascii() else "iri"
        if bits & (rows.SUFFIX | rows.MAIL):
            kind = "suffix"
            reference = mailto(reference) if bits & rows.MAIL else reference
        line, begin, _ = self._lines
        column = position - begin + 1
        place, stop = position + shift, windows.offset + end + shift
        if way is not None:
            line, column, place, stop, raw = self._on_way(way, position, end - start, raw)
        if source is not Source:
            stop = self._stop(windows.offset + end, stop)
        delimiter = rows.DELIMITER_NAMES[bits & rows.DELIMITERS] if field is None else "header"
        prefix = "URL:" if bits & rows.PREFIX else None
        fields = (
            reference, raw, place, stop, line, column, document, delimiter, prefix, wrapped, alternates, kind,
            _NO_BASES, None, None, None, mail,
        )  # fmt: skip
        return tuple.__new__(Occurrence, fields)

    def _stop(self, end: int, stop: int) -> int:
        """Return where in the file that ends which ends there in the text: ``stop``, but in another segment."""
        starts = self._starts
        at = self._at
        while at + 1 < len(starts) and starts[at + 1] < end:
            at += 1
        if at == self._at:
            return stop
        way, shift, _, _ = self._segments[at]
        return end + shift if way is None else way.locate(end - 1, b"x")[2]

    def _in_way(self, row: int, way: Way, source: Source, found: list[Any]) -> None:
        occurrence = self._occurrence(row, way, source, 0)
        if occurrence is not None:
            found.append(occurrence)

    def _on_way(self, way: Way, position: int, size: int, raw: str) -> tuple[int, int, int, int, str]:
        """Return the line and column of what stands there, its place in the file, and what the part has there."""
        line, begin, _ = self._lines
        if begin < way.begin:  # a field's line
            decoded_begin = way.base + begin - way.begin
        else:
            if self._line_place[0] != begin:
                self._line_place = (begin, way.decoded(begin))
            decoded_begin = self._line_place[1]
        text = raw.encode("utf-8", "surrogateescape")
        if len(text) != size:
            text = raw.encode("windows-1252", "replace")
        decoded, place, stop, seen = way.locate(position, text)
        if seen != text:
            raw = seen.decode("utf-8", "surrogateescape")
        if way.flowed is not None:
            joined, last = way.flowed.joined(position - way.begin)
            line += joined
            if last is not None:
                joined_at, began = way.flowed.line(last)
                if joined_at + way.begin >= begin:
                    decoded_begin = began + way.base
        return line, decoded - decoded_begin + 1, place, stop, raw

    # -- lines -------------------------------------------------------------------------------------------------------

    def _advance(self, position: int) -> None:
        """Go to the segment that holds that place."""
        starts, segments = self._starts, self._segments
        at = self._at
        while at + 1 < len(starts) and starts[at + 1] <= position:
            at += 1
            lines = segments[at][3]
            if lines is not None:
                self._lines = (lines[0], starts[at] - lines[1], starts[at])
            elif at == 0 or segments[at - 1][2] is not segments[at][2]:
                self._lines = (1, starts[at], starts[at])
            else:
                self._count_to(starts[at])
        self._at = at

    def _count(self, position: int) -> None:
        """Count lines up to that place."""
        if self.value is None and self._starts:
            self._advance(position)
            self._count_to(position)

    def _count_to(self, position: int) -> None:
        line, begin, counted = self._lines
        if position <= counted:
            return
        windows = self.windows
        start, end = max(0, counted - windows.offset), position - windows.offset
        last = windows.window.rfind(b"\n", start, end)
        if last >= 0:
            line += windows.window.count(b"\n", start, last) + 1
            begin = windows.offset + last + 1
        self._lines = (line, begin, position)

    def _settle(self, end: int) -> None:
        """Forget what nobody will ask for."""
        settled = end - LOOKBEHIND
        starts, segments = self._starts, self._segments
        gone = bisect_right(starts, settled) - 1
        if self.value is None:
            gone = min(gone, self._at)
        if gone > 0:
            del starts[:gone], segments[:gone]
            self._at -= gone
        way = segments[0][0] if segments else None
        if way is not None and settled > way.begin:
            begin = self._lines[1]
            if self._at == 0 and begin >= way.begin and self._line_place[0] != begin:
                self._line_place = (begin, way.decoded(begin))
            way.forget(settled)
