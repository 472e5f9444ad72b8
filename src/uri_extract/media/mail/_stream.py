"""Scan the texts of messages as one; each row gets its places from the segment that contains it (:mod:`.stream`)."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.details import NO_ORIGIN, Details, More
from uri_extract.pages import Pool
from uri_extract.scan.windows import SEPARATOR

if not cython.compiled:
    from uri_extract.decode.source_map import SourceMap
    from uri_extract.media._readings import add_scanned
    from uri_extract.media.mail._origins import origin_of_text
    from uri_extract.media.mail._parts import Source
    from uri_extract.pages import LineCounter, Page, Rows, layout
    from uri_extract.scan import rows

_SEPARATOR = cython.declare(bytes, SEPARATOR)
_NO_BASES = cython.declare(tuple, (None, None))
_NO_ORIGIN = cython.declare(object, NO_ORIGIN)
_BISECT = cython.declare(object, bisect_right)
_NONE_AFTER = cython.declare(cython.longlong, 1 << 62)


class Texts:
    """Texts that are scanned as one. Their rows are added to ``rows``, in order, with places if these are wanted.

    ``starts`` are the places at which segments begin. A segment is a tuple: the map of a text that was translated, or
    None; the distance from the text to the file; its source; and the number of its first line with the bytes of that
    line before it, or None if the source or the last segment has them. ``size`` is the size of all texts, including
    those already scanned; ``at`` is the current segment, ``lines`` counts the lines of its text. ``windows`` are those
    of the scan kernel.

    ``others`` has entries in the order of their places in the text: a page of another scanner, an action to call, or
    the parts of a message that ends there; ``other`` is the next one. ``identified`` are the parts of the current
    message that have an identifier. ``ended`` has for each message that ended the number of rows before its end, and
    those parts.
    """

    def __init__(self, places: bool) -> None:
        self.places = places
        self.rows: Rows = Rows(Pool())
        self.ended: list[tuple[int, list[Any]]] = []
        self.starts: list[int] = []
        self.segments: list[tuple[Any, int, Source, tuple[int, int] | None]] = []
        self.others: list[tuple[int, Any]] = []
        self.begin_file()

    def begin_file(self) -> None:
        """Discard all texts, before those of another file."""
        self.starts.clear()
        self.segments.clear()
        self.others.clear()
        self.texts: list[bytes] = []
        self.identified: list[Any] = []
        self.size: int = 0
        self.at: int = -1
        self.lines: LineCounter = LineCounter(1, 0, 0)
        self.windows: Any = None
        self.other: int = 0

    # -- for the subclass ------------------------------------------------------------------------------------------

    def too_long(self, start: cython.longlong, segment: Any) -> None:
        """Report a reference that begins at ``start`` and is too long."""

    def to_source(self, row: cython.Py_ssize_t, text_map: Any) -> None:
        """Change the place of a row of a translated text to that in the file."""

    # -- in --------------------------------------------------------------------------------------------------------

    def end_message(self) -> None:
        """Note the end of a message, with its parts that have an identifier."""
        self.others.append((self.size, self.identified))
        self.identified = []

    def separate(self, blank: cython.Py_ssize_t = 0) -> None:
        """End the current text with a separator and ``blank`` empty lines."""
        self.texts.append(_SEPARATOR + b"\n" * blank if blank else _SEPARATOR)
        self.size += 3 + blank

    def add(self, text: bytes, base: cython.longlong, source: Source, lines: Any = None) -> None:
        """Add text that is at ``base`` of the file; ``lines``: its line number, and the bytes of the line before it."""
        shift: cython.longlong = base - self.size
        last: tuple[Any, ...] = self.segments[-1] if self.segments and lines is None else (None, 0, None)
        if last[2] is not source or last[0] is not None or last[1] != shift:
            self.starts.append(self.size)
            self.segments.append((None, shift, source, lines))
        self.texts.append(text)
        self.size += len(text)

    def add_map(self, text_map: Any, source: Source, lines: Any = None) -> None:
        """Begin a translated text with its map. Its bytes follow with :meth:`add_text`."""
        self.starts.append(self.size)
        self.segments.append((text_map, 0, source, lines))

    def add_text(self, text: bytes) -> None:
        """Add text that belongs to the last map."""
        if text:
            self.texts.append(text)
            self.size += len(text)

    # -- out -------------------------------------------------------------------------------------------------------

    def others_before(self, position: cython.longlong, last: cython.bint = False) -> cython.longlong:
        """Insert what belongs before ``position``: pages, actions, ends of messages; return the next place."""
        others: list[tuple[int, Any]] = self.others
        k: cython.Py_ssize_t = self.other
        count: cython.Py_ssize_t = len(others)
        while k < count and (others[k][0] <= position or last):
            item: Any = others[k][1]
            if isinstance(item, list):
                self.ended.append((self.rows.count, item))
            elif isinstance(item, Page):
                self.rows.add_page(item)
            else:
                item()
            k += 1
        if k == count or (2 * k > count and k > 32):
            del others[:k]
            k = 0
        self.other = k
        return others[k][0] if others else _NONE_AFTER

    def read_rows(self) -> None:
        """Add rows for those of the scan kernel; without places they do not name their part."""
        kernel: Any = self.windows.kernel
        window: bytes = self.windows.window
        offset: cython.longlong = self.windows.offset
        table: Any = kernel.table
        cells: cython.longlong[::1] = table
        pieces: cython.longlong[::1] | None = None if self.places else kernel.pieces
        lines: LineCounter | None = self.lines if self.places else None
        count: cython.Py_ssize_t = kernel.count
        row: cython.Py_ssize_t = 0
        other: cython.longlong = 0
        text_map: Any = None
        shift: cython.longlong = 0
        origin: Any = _NO_ORIGIN
        more: Any = None
        while row < count:
            start: cython.longlong = offset + cells[row * rows.WIDTH]
            if other <= start:
                other = self.others_before(start)
            stop: cython.longlong = other
            if self.places:
                self.advance(start, window, offset)
                segment: tuple[Any, ...] = self.segments[self.at]
                source: Source = segment[2]
                text_map = segment[0]
                shift = segment[1]
                origin = origin_of_text(source)
                more = None if source.field is None else _in_field(source.field)
                if self.at + 1 < len(self.starts):
                    stop = min(stop, self.starts[self.at + 1])
            limit: cython.Py_ssize_t = row + 1
            while limit < count and offset + cells[limit * rows.WIDTH] < stop:
                limit += 1
            while row < limit:
                first: cython.Py_ssize_t = self.rows.count
                row = self.rows.scanned(
                    window, cells, row, limit, offset, shift, lines, _NO_BASES, origin, more, False, pieces
                )
                while text_map is not None and first < self.rows.count:
                    self.to_source(first, text_map)
                    first += 1
                if row < limit:
                    if not self.places:
                        self.at = _BISECT(self.starts, offset + cells[row * rows.WIDTH]) - 1
                    self.add_row(table[row * rows.WIDTH : (row + 1) * rows.WIDTH], self.segments[self.at])
                    row += 1

    def add_row(self, row: Any, segment: tuple[Any, ...]) -> None:
        """Add a row of the scan kernel that needs decoding, or report that it is too long."""
        source: Source = segment[2]
        windows: Any = self.windows
        before: cython.longlong = windows.offset
        start: cython.longlong = before + row[rows.START]
        end: cython.longlong = before + row[rows.END]
        shift: cython.longlong = segment[1]
        bits: cython.longlong = row[rows.BITS]
        if bits & rows.TOO_LONG:
            self.too_long(start, segment)
            return
        number: cython.Py_ssize_t = add_scanned(
            self.rows, windows, row, start + shift, end + shift, self.lines.number, start - self.lines.start + 1,
            _NO_BASES, origin_of_text(source) if self.places else _NO_ORIGIN, source.field, self.places,
        )  # fmt: skip
        if self.places and segment[0] is not None:
            self.to_source(number, segment[0])
        elif self.places:
            self.rows.set(number, layout.END, self.end_in_source(end, end + shift))
            if source.field is not None and self.at + 1 < len(self.starts) and self.starts[self.at + 1] < end:
                self.fold(number, start, end)

    def fold(self, row: cython.Py_ssize_t, start: cython.longlong, end: cython.longlong) -> None:
        """Insert the line breaks of a header field into the raw text of a row, unless some of it is translated."""
        text: bytes = self.rows.raw(row).encode("utf-8", "surrogateescape")
        if len(text) != end - start:
            return
        parts: list[bytes] = []
        begin: cython.longlong = start
        at: cython.Py_ssize_t = self.at + 1
        while at < len(self.starts) and self.starts[at] < end:
            gap: cython.longlong = self.segments[at][1] - self.segments[at - 1][1]
            if self.segments[at][0] is not None or not 1 <= gap <= 2:
                return
            parts.append(text[begin - start : self.starts[at] - start])
            parts.append(b"\r\n" if gap == 2 else b"\n")
            begin = self.starts[at]
            at += 1
        parts.append(text[begin - start :])
        self.rows.set_raw(row, b"".join(parts).decode("utf-8", "surrogateescape"))

    def end_in_source(self, end: cython.longlong, stop: cython.longlong) -> cython.longlong:
        """Return the place in the file of ``end`` of the text: ``stop``, unless another segment contains it."""
        starts: list[int] = self.starts
        at: cython.Py_ssize_t = self.at
        count: cython.Py_ssize_t = len(starts)
        while at + 1 < count and starts[at + 1] < end:
            at += 1
        if at == self.at:
            return stop
        segment: tuple[Any, ...] = self.segments[at]
        shift: cython.longlong = segment[1]
        return end + shift if segment[0] is None else segment[0].locate(end - 1, b"x")[2]

    # -- lines -----------------------------------------------------------------------------------------------------

    def advance(self, position: cython.longlong, window: bytes, offset: cython.longlong) -> cython.int:
        """Move to the segment that contains ``position`` of the text, and count the lines before it."""
        starts: list[int] = self.starts
        segments: list[Any] = self.segments
        lines: LineCounter = self.lines
        count: cython.Py_ssize_t = len(starts)
        last: cython.Py_ssize_t = self.at
        at: cython.Py_ssize_t
        if last + 1 == count or starts[last + 1] > position:
            return 0
        if last + 2 == count or starts[last + 2] > position:
            last += 1
        else:
            last = _BISECT(starts, position, last + 2) - 1
        first: cython.Py_ssize_t = last + 1
        while first > self.at + 1:  # to a segment whose line does not depend on the one before
            first -= 1
            if segments[first][3] is not None or not first or segments[first - 1][2] is not segments[first][2]:
                break
        for at in range(first, last + 1):
            known: tuple[int, int] | None = segments[at][3]
            source: Source = segments[at][2]
            if known is None and at and segments[at - 1][2] is source:
                lines.count_to(window, offset, starts[at] - offset)
            else:
                lines.number = source.line if known is None else known[0]
                lines.counted = starts[at]
                lines.start = lines.counted - (0 if known is None else known[1])
        self.at = last
        return 0


def to_file(page: Page, maps: Any) -> None:
    """Map the places of the rows of a page to the file."""
    at: cython.Py_ssize_t
    text_map: SourceMap
    for at in range(0, page.count * layout.WIDTH, layout.WIDTH):
        start: cython.longlong = page.cells[at]
        end: cython.longlong = page.cells[at + layout.END]
        for text_map in maps:
            place: cython.longlong = text_map.place(start)
            end = text_map.end_of(end, place) if end > start else place
            start = place
        page.cells[at] = start
        page.cells[at + layout.END] = end


@lru_cache(256)
def _in_field(name: str) -> Any:
    """Return the object that rows of a header field share."""
    return More(None, Details(field=name))
