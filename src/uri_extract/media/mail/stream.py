"""One window for all text of a document that consists of many texts. Each keeps its source and its places.

A mailbox has millions of texts, most of them short: fields, bodies. A scanner for each would cost more than the
reading, so they are concatenated, with a separator between that no reference crosses, and the scan kernel reads that.
A row gets its place by the segment that it is in. What others found (HTML's references, those of fields that are
references as a whole) comes in between, in order.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache, partial

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.details import NO_ORIGIN, Details, More
from uri_extract.limits import MAX_REFERENCE
from uri_extract.media.mail.kernels import Texts, origin_of_text
from uri_extract.media.mail.uuencoded import UuencodedBlocks
from uri_extract.media.text import SEPARATOR, add_scanned
from uri_extract.pages import LineCounter, Pool, Rows, compact, layout
from uri_extract.records import Problem
from uri_extract.scan import rows, suffix_kernel
from uri_extract.scan.windows import LOOKBEHIND, Windows

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.media.decisions import Decisions
    from uri_extract.media.mail.kernels import Part, Source
    from uri_extract.media.mail.part_map import PartMap
    from uri_extract.media.mail.uuencoded import Uuencoded

_NO_BASES = (None, None)


@lru_cache(256)
def _in_field(name: str) -> More:
    return More(None, Details(field=name))


def _is_changed(starts: list[int], segments: list[Any], start: int, end: int) -> bool:
    """Return True if a defanged mark was undone between these places of the text."""
    k = max(0, bisect_right(starts, start) - 1) if starts else -1
    way = segments[k][0] if k >= 0 else None
    return way is not None and way.refanger is not None and way.refanger.changed(start - way.begin, end - way.begin)


def _place_of(other: tuple[int, Any]) -> int:
    return other[0]


class Stream(Texts):
    """Take texts; add rows of what is in them to ``rows``, in order. Without ``places`` they have none."""

    def __init__(
        self, kernel: Any, on_problem: Callable[[Problem], None] | None, places: bool, *, suffix: bool,
        mail_addresses: bool, refang: bool,
    ) -> None:  # fmt: skip
        super().__init__()
        if suffix or mail_addresses or refang:
            marked = partial(_is_changed, self.starts, self.segments) if refang else None
            kernel = partial(suffix_kernel(kernel), names=suffix, mails=mail_addresses, marked=marked)
        self._kernel = kernel
        self._places = places
        self._on_problem = on_problem
        self.rows: Rows = Rows(Pool())
        #: What others found: rows, and in ``others`` the place of each in the text, with how many rows were added
        #: before, or an action that adds it; or the parts of a message that ends there.
        self.found: Rows = Rows(self.rows.pool)
        #: Messages that ended: the rows up to their end, and their parts that have an identifier.
        self.ended: list[tuple[int, list[Part]]] = []
        self.restart()

    def restart(self) -> None:
        """Begin the text of another file. All of the last one was read, and its rows were taken."""
        self.forget()
        self._windows = Windows(self._kernel)
        self._blocks = UuencodedBlocks()
        self._decisions: Decisions | None = None
        if self._windows.decides:
            from uri_extract.media.decisions import Decisions  # only explanations ask for them

            self._decisions = Decisions(self._windows)
            self._decisions.masked = True
        self._at = -1  # the current segment
        self._lines = LineCounter(1, 0, 0)
        #: The line of the last row: the map of its text, where it begins there, and where in the decoded part.
        self._line_place: tuple[PartMap | None, int, int] = (None, -1, 0)
        self._other = 0
        self._moved = 0  # of what others found, to ``rows``
        self._dropped = 0

    # -- in --------------------------------------------------------------------------------------------------------

    def insert(self, action: Callable[[], None] | None = None) -> None:
        """Put here what comes between texts: the rows that were added to ``found``, or what an action adds to ``rows``.

        The action is called when all before it is in ``rows``.
        """
        self.others.append((self.size, action or self._dropped + self.found.count))

    # -- out -------------------------------------------------------------------------------------------------------

    def read(self, final: bool = False, take_file: Callable[[Uuencoded, Part], None] | None = None) -> None:
        """Scan what came, and add what is settled of it to ``rows``.

        ``take_file`` is called with a file that is in the text, and the part that it is in, when all before it is in
        ``rows``.
        """
        text = self.texts[0] if len(self.texts) == 1 else b"".join(self.texts)
        self.texts: list[bytes] = []
        if take_file is not None:
            for each in self._blocks.feed(text, self.size - len(text)):
                self._put(each, take_file)
            for each in self._blocks.feed(SEPARATOR, self.size) if final else ():
                self._put(each, take_file)
        windows = self._windows
        for _ in windows.feed(text):
            self._read_rows()
            if windows.is_seam:  # what is read next moves the window
                self._count(windows.decided)
        if final:
            self._count(windows.decided)
            for _ in windows.close():
                self._read_rows()
            windows.release()
        end = windows.decided
        self._count(end)
        self._others_before(self.size if final else end, final)
        self._settle(end)

    def _put(self, file: Uuencoded, take_file: Callable[[Uuencoded, Part], None]) -> None:
        """Put a file in the text among what comes between texts: where it ends, which was not scanned yet."""
        source = self.segments[bisect_right(self.starts, file.inside) - 1][2]
        at = bisect_right(self.others, file.end, self._other, key=_place_of)
        self.others.insert(at, (file.end, partial(take_file, file, source.part)))

    def compact(self) -> None:
        """Forget what no row refers to any more, if it is much."""
        compact(self.rows.pool, [self.rows, self.found])

    def _others_before(self, position: int, last: bool = False) -> int:
        """Add what others found before ``position``; return where the next one belongs."""
        others, found = self.others, self.found
        k, count = self._other, len(others)
        while k < count and (others[k][0] <= position or last):
            item = others[k][1]
            if item.__class__ is list:
                self.ended.append((self.rows.count, item))
            elif item.__class__ is int:
                self.rows.append(found, self._moved, item - self._dropped - self._moved)
                self._moved = item - self._dropped
            else:
                item()
            k += 1
        if k == count or (2 * k > count and k > 32):
            del others[:k]
            k = 0
            found.drop(self._moved)
            self._dropped += self._moved
            self._moved = 0
        self._other = k
        return others[k][0] if others else 1 << 62

    def _read_rows(self) -> None:
        """Add rows for those of the kernel."""
        if self._decisions is not None:
            self._read_decisions(self._decisions)
            return
        if not self._places:
            self._read_rows_without_places()
            return
        windows, starts = self._windows, self.starts
        offset, count, table = windows.offset, windows.kernel.count, windows.kernel.table
        at = other = 0
        while at < count:
            start = offset + table[at * rows.WIDTH]
            if other <= start:
                other = self._others_before(start)
            self._advance(start)
            way, shift, source, _ = self.segments[self._at]
            stop = (starts[self._at + 1] if self._at + 1 < len(starts) else other) - offset
            if stop > other - offset:
                stop = other - offset
            limit = at + 1
            while limit < count and table[limit * rows.WIDTH] < stop:
                limit += 1
            origin, more = origin_of_text(source), None if source.field is None else _in_field(source.field)
            while at < limit:
                first = self.rows.count
                at = self.rows.scanned(
                    windows.window, table, at, limit, offset, shift, self._lines, _NO_BASES, origin, more
                )
                if way is not None:
                    for row in range(first, self.rows.count):
                        self._to_source(row, way)
                if at < limit:
                    self._add(table[at * rows.WIDTH : (at + 1) * rows.WIDTH], way, shift, source)
                    at += 1

    def _read_rows_without_places(self) -> None:
        """Add rows for those of the kernel, whatever part of which message they are in."""
        windows = self._windows
        offset, count, table = windows.offset, windows.kernel.count, windows.kernel.table
        at = 0
        while at < count:
            limit = count
            if self.others:
                other = self._others_before(offset + table[at * rows.WIDTH]) - offset
                limit = at + 1
                while limit < count and table[limit * rows.WIDTH] < other:
                    limit += 1
            while at < limit:
                at = self.rows.scanned(windows.window, table, at, limit, offset, 0, None, _NO_BASES, NO_ORIGIN)
                if at < limit:
                    self._advance(offset + table[at * rows.WIDTH])
                    way, shift, source, _ = self.segments[self._at]
                    self._add(table[at * rows.WIDTH : (at + 1) * rows.WIDTH], way, shift, source)
                    at += 1

    def _read_decisions(self, decisions: Decisions) -> None:
        """Add a row for each decision of the kernel, and after it one for the reference that was found."""
        for decision, start, end, row in decisions.read():
            if self.others:
                self._others_before(start)
            self._count(start)
            way, shift, source, _ = self.segments[self._at]
            column = start - self._lines.start + 1
            decisions.add(
                self.rows, decision, start, end, start + shift, end + shift, self._lines.number, column,
                origin_of_text(source), field=source.field,
            )  # fmt: skip
            if way is not None:
                self._to_source(self.rows.count - 1, way)
            if row is not None:
                self._add(row, way, shift, source)

    def _add(self, row: Any, way: PartMap | None, shift: int, source: Source) -> None:
        """Add a row of the kernel that is not plain; report one that is too long."""
        windows = self._windows
        start, end = windows.offset + row[rows.START], windows.offset + row[rows.END]
        if row[rows.BITS] & rows.TOO_LONG:
            start = start + shift if way is None else way.locate(start, b"h")[1]
            message = f"a reference that begins here has more than {MAX_REFERENCE} bytes, and is left out"
            if self._on_problem is not None:
                self._on_problem(Problem(source.document, start, "reference-too-long", message))
            return
        number = add_scanned(
            self.rows, windows, row, start + shift, end + shift, self._lines.number, start - self._lines.start + 1,
            _NO_BASES, origin_of_text(source) if self._places else NO_ORIGIN, field=source.field, others=self._places,
        )  # fmt: skip
        if not self._places:
            return
        if way is not None:
            self._to_source(number, way)
        elif self._at + 1 < len(self.starts):
            self.rows.set(number, layout.END, self._stop(end, end + shift))

    def _to_source(self, row: int, way: PartMap) -> None:
        """Give a row of a translated text its place in the file, and its line and raw text in the part."""
        found = self.rows
        position, end, line = found.get(row, layout.START), found.get(row, layout.END), found.get(row, layout.LINE)
        begin = position - found.get(row, layout.COLUMN) + 1
        if begin < way.begin:  # the line of a field
            decoded_begin = way.base + begin - way.begin
        else:
            if self._line_place[:2] != (way, begin):
                self._line_place = (way, begin, way.decoded(begin))
            decoded_begin = self._line_place[2]
        raw = found.raw(row)
        text = raw.encode("utf-8", "surrogateescape")
        if len(text) != end - position:
            text = raw.encode("windows-1252", "replace")
        decoded, start, stop, seen = way.locate(position, text)
        if seen != text:
            found.set_raw(row, seen.decode("utf-8", "surrogateescape"))
        if way.flowed is not None:
            joined, joined_at, began = way.flowed.joined()
            line += joined
            if joined and joined_at + way.begin >= begin:
                decoded_begin = began + way.base
        found.move_to(row, start, self._stop(end, stop), line, decoded - decoded_begin + 1)

    def _stop(self, end: int, stop: int) -> int:
        """Return where what ends at ``end`` of the text ends in the file: at ``stop``, unless in another segment."""
        starts = self.starts
        at = self._at
        while at + 1 < len(starts) and starts[at + 1] < end:
            at += 1
        if at == self._at:
            return stop
        way, shift, _, _ = self.segments[at]
        return end + shift if way is None else way.locate(end - 1, b"x")[2]

    # -- lines -------------------------------------------------------------------------------------------------------

    def _advance(self, position: int) -> None:
        """Go to the segment that holds that place."""
        starts, segments, lines = self.starts, self.segments, self._lines
        last = bisect_right(starts, position) - 1
        if self._places:
            last = max(last, self._at)
        else:
            self._at = last
        first = last + 1
        while first > self._at + 1:  # to one whose line is known without those before it
            first -= 1
            if segments[first][3] is not None or not first or segments[first - 1][2] is not segments[first][2]:
                break
        for at in range(first, last + 1):
            known = segments[at][3]
            if known is None and at and segments[at - 1][2] is segments[at][2]:
                self._count_to(starts[at])
            else:
                number, before = known or (1, 0)
                lines.number, lines.start, lines.counted = number, starts[at] - before, starts[at]
        self._at = last

    def _count(self, position: int) -> None:
        """Count lines up to that place."""
        if self._places and self.starts:
            self._advance(position)
            self._count_to(position)

    def _count_to(self, position: int) -> None:
        windows = self._windows
        self._lines.count_to(windows.window, windows.offset, position - windows.offset)

    def _settle(self, end: int) -> None:
        """Forget places that will not be asked for."""
        settled = end - LOOKBEHIND
        starts, segments = self.starts, self.segments
        gone = bisect_right(starts, settled) - 1
        if self._places:
            gone = min(gone, self._at)
        if gone > 0:
            del starts[:gone], segments[:gone]
            self._at = max(-1, self._at - gone)
        way = segments[0][0] if segments else None
        if way is not None and settled > way.begin:
            begin = self._lines.start
            if self._at == 0 and begin >= way.begin and self._line_place[:2] != (way, begin):
                self._line_place = (way, begin, way.decoded(begin))
            way.forget(settled)
