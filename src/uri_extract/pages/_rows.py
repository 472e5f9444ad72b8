# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""The tables into which media write rows.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.details import NO_DETAILS, Details, More
from uri_extract.records import Problem
from uri_extract.uri.suffix import mailto

if not cython.compiled:
    from uri_extract.pages import layout
    from uri_extract.pages._cells import Cells
    from uri_extract.pages._line_counter import LineCounter
    from uri_extract.pages._page import Page
    from uri_extract.pages._pool import Pool
    from uri_extract.pages._table import Table
    from uri_extract.scan import rows

_NO_DETAILS = cython.declare(object, NO_DETAILS)
_LINK_SIZE = cython.declare(cython.longlong, (1 << layout.LINK_SHIFT) - 1)
_LOW = cython.declare(cython.longlong, 0xFFFFFFFF)  # as a literal it would be a Python object
# Bytes of text, and objects, from which on a pool that is still in use is compacted.
_MUCH = cython.declare(cython.Py_ssize_t, 1 << 20)
_MANY = cython.declare(cython.Py_ssize_t, 1 << 14)
_PARTIAL = cython.declare(object, Details(partial=True))
_PREFIXED = cython.declare(object, More(None, Details(prefix="URL:")))
_NEW = cython.declare(object, tuple.__new__)
# Bits of a scan kernel's row by which its text is more than its joined pieces.
_OTHERWISE = cython.declare(
    cython.longlong, (1 << rows.CONFIDENCE) - 1 & ~(rows.DELIMITERS | rows.PREFIX | rows.HYPHEN | rows.NAME)
)


@cython.cclass
class Rows(Table):
    """A table of rows, in the order in which media add them."""

    def __init__(self, pool: Pool) -> None:
        Table.__init__(self, pool)
        self.forget_names()

    @cython.final
    def begin(
        self, start: cython.longlong, end: cython.longlong, line: cython.longlong, column: cython.longlong,
        bits: cython.longlong, bases: object, origin: object,
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Begin a row whose text is added next; return the index of its first cell."""
        self.prepare(1, bases, origin)
        return self.put(start, end, line, column, bits, self.pool.text.size)

    @cython.final
    def prepare(self, count: cython.Py_ssize_t, bases: object, origin: object) -> cython.int:
        """Make room for ``count`` rows with these bases and this origin."""
        if self.count + count > self.room:
            self.grow(count)
        if self.generation != self.pool.generation:
            self.forget_names()
        if bases is not self.bases or origin is not self.origin:
            self.name_source(bases, origin)
        return 0

    @cython.final
    def put(
        self, start: cython.longlong, end: cython.longlong, line: cython.longlong, column: cython.longlong,
        bits: cython.longlong, text: cython.longlong,
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Add a row, for which there must be room; return the index of its first cell. Its size is not set."""
        cells: cython.p_longlong = self.cells
        at: cython.Py_ssize_t = self.count * layout.WIDTH
        self.count += 1
        cells[at] = start
        cells[at + layout.END] = end
        cells[at + layout.LINE] = line
        cells[at + layout.COLUMN] = column
        cells[at + layout.BITS] = bits
        cells[at + layout.TEXT] = text
        cells[at + layout.PLACE] = 0
        cells[at + layout.SOURCE] = self.source
        cells[at + layout.MORE] = 0
        cells[at + layout.LINK_TEXT] = 0
        cells[at + layout.REL] = 0
        return at

    def forget_names(self) -> cython.int:
        """Forget the object numbers of the last row, because the pool has changed."""
        nothing: Any = None
        self.generation = self.pool.generation
        self.bases = self.origin = self.element = self.attribute = nothing
        self.source = self.place = 0
        return 0

    def name_source(self, bases: object, origin: object) -> cython.int:
        """Set ``source`` to the numbers of bases and an origin."""
        self.source = self.pool.number(origin) << 32 | self.pool.number(bases)
        self.bases = bases
        self.origin = origin
        return 0

    @cython.final
    def set_place(self, at: cython.Py_ssize_t, element: object, attribute: object) -> cython.int:
        """Set the element and the attribute of the row at cell ``at``."""
        if element is not self.element or attribute is not self.attribute:
            self.place = self.pool.number(attribute) << 32 | self.pool.number(element)
            self.element = element
            self.attribute = attribute
        self.cells[at + layout.PLACE] = self.place
        return 0

    def copy(
        self, source: bytes, begin: cython.Py_ssize_t, stop: cython.Py_ssize_t, start: cython.longlong,
        line: cython.longlong, column: cython.longlong, bits: cython.longlong, bases: object, origin: object,
        element: object, attribute: object, escaped: cython.bint = False, raw: str | None = None,
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Add the reference ``source[begin:stop]``; return the number of its row.

        ``escaped``: it has ``&amp;`` for ``&``; ``raw`` is then its raw text, if that is needed.
        """
        at: cython.Py_ssize_t = self.begin(start, start + stop - begin, line, column, bits, bases, origin)
        self.cells[at + layout.SIZE] = self.pool.put_span(source, begin, stop, escaped)
        partial: cython.bint = self.pool.is_partial(self.cells[at + layout.TEXT])
        if raw is not None or partial:
            self.cells[at + layout.MORE] = self.pool.keep_more(raw, _PARTIAL if partial else _NO_DETAILS, None)
        self.set_place(at, element, attribute)
        return self.count - 1

    def add(
        self, reference: str, raw: str, start: cython.longlong, end: cython.longlong, line: cython.longlong,
        column: cython.longlong, bits: cython.longlong, bases: object, origin: object, element: object = None,
        attribute: object = None, details: Any = None,
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Add a reference; return the number of its row."""
        at: cython.Py_ssize_t = self.begin(start, end, line, column, bits, bases, origin)
        self.cells[at + layout.SIZE] = self.pool.put(reference)
        if element is not None or attribute is not None:
            self.set_place(at, element, attribute)
        if self.pool.is_partial(self.cells[at + layout.TEXT]):
            details = (details or _NO_DETAILS)._replace(partial=True)
        if raw is not reference and raw != reference:
            self.cells[at + layout.MORE] = self.pool.keep_more(raw, details or _NO_DETAILS, None)
        elif details is not None and details is not _NO_DETAILS:
            self.cells[at + layout.MORE] = self.pool.number(_NEW(More, (None, details, None)))
        return self.count - 1

    def note(
        self, kind: cython.longlong, start: cython.longlong, value: object = None, end: cython.longlong = 0
    ) -> cython.int:
        """Add a row that is not a reference."""
        at: cython.Py_ssize_t = self.begin(start, end, 0, 0, kind, None, None)
        self.cells[at + layout.SIZE] = 0
        if value is not None:
            self.cells[at + layout.MORE] = self.pool.keep(value)
        return 0

    def problem(self, problem: Problem) -> None:
        """Add a problem, at its offset."""
        self.note(layout.PROBLEM, problem.offset, problem)

    def scanned(
        self, window: bytes, table: cython.longlong[::1], begin: cython.Py_ssize_t, count: cython.Py_ssize_t,
        offset: cython.longlong, shift: cython.longlong, lines: LineCounter | None, bases: object, origin: object,
        more: Any = None, slices: cython.bint = False, pieces: cython.longlong[::1] | None = None,
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Add the rows of a scan kernel from ``begin`` on, up to one that is not plain; return the number of that row.

        ``window`` is at byte ``offset`` of the text, which is ``shift`` bytes further on in the document. ``lines``
        counts the lines of the text; None: they are not needed. ``more`` is the object that all rows share; they are in
        a header field then. ``slices``: keep the window, if it is the only one, and copy no text. With ``pieces``, the
        kernel's, joined references are plain too, because only the reference is needed.
        """
        row: cython.Py_ssize_t = begin
        at: cython.Py_ssize_t
        to: cython.Py_ssize_t
        start: cython.Py_ssize_t
        end: cython.Py_ssize_t
        bits: cython.longlong
        named: cython.longlong
        at_text: cython.longlong
        line: cython.longlong = 0
        column: cython.longlong = 0
        flags: cython.longlong
        joined: cython.longlong
        delimiter: cython.longlong
        number: cython.longlong = self.pool.number(more)
        prefixed: cython.longlong = 0
        if slices and not self.pool.window:
            self.pool.window = window
        slices = slices and self.pool.window is window
        self.prepare(count - begin, bases, origin)
        shift += offset
        while row < count:
            at = row * rows.WIDTH
            start = table[at]
            if lines is not None:
                lines.count_to(window, offset, start)
                line = lines.number
                column = offset + start - lines.start + 1
            end = table[at + rows.END]
            named = layout.NAMESPACE if table[at + rows.BITS] & rows.NAME else 0
            flags = table[at + rows.BITS] & ~(rows.DELIMITERS | rows.NAME)
            delimiter = layout.HEADER if number else table[at + rows.BITS] & rows.DELIMITERS
            joined = table[at + rows.PIECES]
            if flags or joined:  # rare
                if flags in (rows.ESCAPED, rows.MAIL) and not joined and not number:
                    raw: str = window[start:end].decode("ascii")
                    reference: str = mailto(raw) if flags == rows.MAIL else raw.replace("\\/", "/")
                    if flags == rows.ESCAPED and ("\\" in reference or "**" in reference):
                        break  # JSON in scripts mostly escapes only "\\/"
                    bits = delimiter | named | (layout.SUFFIX if flags == rows.MAIL and not named else layout.URI)
                    self.add(reference, raw, shift + start, shift + end, line, column, bits, bases, origin)
                    row += 1
                    continue
                if pieces is not None and joined and not flags & _OTHERWISE and delimiter != rows.QUOTE:
                    at_text = self.pool.text.size
                    size = self.pool.put_pieces(window, pieces, table[at + rows.PIECE], joined)
                    if size < 0:
                        break
                    to = self.put(shift + start, shift + end, 0, 0, delimiter | named | layout.URI, at_text)
                    self.cells[to + layout.SIZE] = size
                    row += 1
                    continue
                if joined or (flags > rows.PREFIX and (flags != rows.SUFFIX or named)):
                    break
            bits = delimiter | named | (layout.SUFFIX if flags == rows.SUFFIX else layout.OWN_LINE)
            to = self.put(shift + start, shift + end, line, column, bits, -1 - start if slices else self.pool.text.size)
            if not slices:
                self.pool.text.copy(window, start, end - start)
                self.pool.text.octet(10)
            self.cells[to + layout.SIZE] = end - start
            self.cells[to + layout.MORE] = number
            if flags == rows.PREFIX:
                if not prefixed:
                    prefixed = self.pool.number(_PREFIXED if more is None else more.prefixed())
                self.cells[to + layout.MORE] = prefixed
            row += 1
        return row

    def add_page(self, page: Page) -> cython.int:
        """Add the rows of a page, which has another pool."""
        numbers: list[Any] = [0, *[None] * (len(page.objects) - 1)]
        count: cython.Py_ssize_t = page.count
        at: cython.Py_ssize_t
        column: cython.Py_ssize_t
        before: cython.longlong = self.pool.text.size
        if self.count + count > self.room:
            self.grow(count)
        cells: cython.p_longlong = self.cells
        first: cython.Py_ssize_t = self.count * layout.WIDTH
        self.own.put(self.count, page.rows, 0, count)
        self.pool.text.copy(page.text, 0, len(page.text))
        for at in range(first, first + count * layout.WIDTH, layout.WIDTH):
            if cells[at + layout.TEXT] >= 0:
                cells[at + layout.TEXT] += before
            else:
                cells[at + layout.TEXT] = self.pool.text.size
                page.copy_reference(at // layout.WIDTH - self.count, self.pool.text)
            for column in range(at + layout.PLACE, at + layout.SOURCE + 1):
                pair: cython.longlong = cells[column]
                if at > first and pair == page.rows.data[column - first - layout.WIDTH]:  # as in most rows
                    cells[column] = cells[column - layout.WIDTH]
                elif pair:
                    cells[column] = self.renumber(page, numbers, pair >> 32) << 32
                    cells[column] |= self.renumber(page, numbers, pair & _LOW)
            if cells[at + layout.MORE]:
                cells[at + layout.MORE] = self.renumber(page, numbers, cells[at + layout.MORE])
            if cells[at + layout.REL]:
                cells[at + layout.REL] = self.renumber(page, numbers, cells[at + layout.REL])
            if cells[at + layout.LINK_TEXT]:
                cells[at + layout.LINK_TEXT] += before << layout.LINK_SHIFT
        self.count += count
        return 0

    def renumber(self, page: Page, numbers: list[Any], number: cython.Py_ssize_t) -> cython.longlong:
        """Return the number in this pool of an object of a page; ``numbers`` has those already known."""
        if numbers[number] is None:
            numbers[number] = self.pool.number(page.objects[number])
        return numbers[number]

    # -- taking rows out ---------------------------------------------------------------------------------------------

    def take(self, count: cython.Py_ssize_t, others: bool = False) -> tuple[Any, ...]:
        """Take the first rows out; return their number, cells, text, objects and window, the arguments of a page.

        ``others``: rows of other tables still need the pool. If no rows need it, it is cleared.
        """
        pool: Pool = self.pool
        taken: Cells = self.own
        low: cython.longlong
        high: cython.longlong
        at: cython.Py_ssize_t
        if count == self.count:
            self.reset()
            if not others:
                octets: bytes = pool.text.all()
                objects: list[Any] = pool.objects
                window: bytes = pool.window
                pool.clear()
                return count, taken, octets, objects, window
        else:
            taken = self.own.copy(0, count, count)
            self.drop(count)
        cells: cython.p_longlong = taken.data
        low = pool.text.size
        high = 0
        for at in range(0, count * layout.WIDTH, layout.WIDTH):
            if cells[at + layout.TEXT] >= 0:
                low = min(low, cells[at + layout.TEXT])
                high = max(high, cells[at + layout.TEXT] + cells[at + layout.SIZE] + 1)
            if cells[at + layout.LINK_TEXT]:
                low = min(low, cells[at + layout.LINK_TEXT] >> layout.LINK_SHIFT)
                high = max(
                    high,
                    (cells[at + layout.LINK_TEXT] >> layout.LINK_SHIFT) + (cells[at + layout.LINK_TEXT] & _LINK_SIZE),
                )
        for at in range(0, count * layout.WIDTH, layout.WIDTH):
            if cells[at + layout.TEXT] >= 0:
                cells[at + layout.TEXT] -= low
            if cells[at + layout.LINK_TEXT]:
                cells[at + layout.LINK_TEXT] -= low << layout.LINK_SHIFT
        return count, taken, pool.text.part(low, max(0, high - low)), list(pool.objects), pool.window


def compact(pool: Pool, tables: list[Rows]) -> None:
    """Remove text and objects of a pool that no row of its tables refers to, if it is large."""
    if pool.text.size < _MUCH and len(pool.objects) < _MANY:
        return
    before: list[Any] = pool.objects
    text: bytes = pool.text.all()
    window: bytes = pool.window
    pool.clear()
    table: Rows
    at: cython.Py_ssize_t
    for table in tables:
        for at in range(0, table.count * layout.WIDTH, layout.WIDTH):
            begin: cython.longlong = table.cells[at + layout.TEXT]
            table.cells[at + layout.TEXT] = pool.text.size
            if begin < 0:
                pool.text.copy(window, -1 - begin, table.cells[at + layout.SIZE])
            else:
                pool.text.copy(text, begin, table.cells[at + layout.SIZE])
            pool.text.octet(10)
            begin = table.cells[at + layout.LINK_TEXT]
            if begin:
                table.cells[at + layout.LINK_TEXT] = pool.text.size << layout.LINK_SHIFT | begin & _LINK_SIZE
                pool.text.copy(text, begin >> layout.LINK_SHIFT, (begin & _LINK_SIZE) - 1)
            table.cells[at + layout.REL] = pool.number(before[table.cells[at + layout.REL]])
            for column in (layout.PLACE, layout.SOURCE):
                pair: cython.longlong = table.cells[at + column]
                second: cython.longlong = pool.number(before[pair >> 32])
                table.cells[at + column] = second << 32 | pool.number(before[pair & _LOW])
            number: cython.longlong = table.cells[at + layout.MORE]
            table.cells[at + layout.MORE] = pool.keep(before[number]) if number else 0
