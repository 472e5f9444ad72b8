# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""The segments of a source map, stored as integers: most decoders add many, and few are read.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from array import array

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc
    from cython.cimports.libc.string import memmove

# Start and end in the output and in the source; the data that was kept; its coding, None if replaced as a whole.
Segment = tuple[int, int, int, int, bytes, Any]

# The initial capacity, which is small because most maps are those of a short text and have one segment; and the least
# number of dropped segments before the others are moved to their place.
_INITIAL = cython.declare(cython.Py_ssize_t, 2)
_FEW = cython.declare(cython.Py_ssize_t, 64)


@cython.cclass
class Segments:
    """Segments in order of their places: added at the end, dropped at the beginning.

    The current ones are those from ``first`` to ``count``. ``parts`` has the data that was kept of each, in a tuple
    with its coding if it has one.
    """

    def __init__(self) -> None:
        self.first = self.count = self.room = 0
        self.parts: list[Any] = []
        if not cython.compiled:
            self.cells = array("q")

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.cells)

    def __len__(self) -> int:
        return self.count - self.first

    def __getitem__(self, index: cython.Py_ssize_t) -> Segment:
        if not 0 <= index < self.count - self.first:
            raise IndexError(index)
        segment: Segment = self.segment(self.first + index)
        return segment

    def segment(self, number: cython.Py_ssize_t) -> tuple:  # type: ignore[type-arg]
        """Return the segment with that number."""
        part: object = self.parts[number]
        at: cython.Py_ssize_t = 4 * number
        cells: cython.p_longlong = self.cells
        kept, coding = part if isinstance(part, tuple) else (part, None)
        return (cells[at], cells[at + 1], cells[at + 2], cells[at + 3], kept, coding)

    def add(
        self, start: cython.longlong, end: cython.longlong, place: cython.longlong, after: cython.longlong, part: object
    ) -> cython.int:  # fmt: skip
        """Add a segment."""
        if self.count == self.room:
            self.make_room()
        at: cython.Py_ssize_t = 4 * self.count
        cells: cython.p_longlong = self.cells
        cells[at] = start
        cells[at + 1] = end
        cells[at + 2] = place
        cells[at + 3] = after
        self.parts.append(part)
        self.count += 1
        return 0

    def make_room(self) -> cython.int:
        """Make room for another segment: use the space of dropped segments if most were dropped, else allocate."""
        first: cython.Py_ssize_t = self.first
        left: cython.Py_ssize_t = self.count - first
        if first >= _FEW and first >= left:
            if cython.compiled:
                memmove(self.cells, self.cells + 4 * first, 4 * left * 8)
            else:
                self.cells[: 4 * left] = self.cells[4 * first : 4 * self.count]
            del self.parts[:first]
            self.first = 0
            self.count = left
            return 0
        room: cython.Py_ssize_t = max(_INITIAL, 2 * self.room)
        if cython.compiled:
            cells: cython.p_longlong = cython.cast(cython.p_longlong, realloc(self.cells, room * 4 * 8))
            if cells == cython.NULL:
                raise MemoryError
            self.cells = cells
        else:
            self.cells.extend(bytes(4 * (room - self.room)))
        self.room = room
        return 0

    def find(self, position: cython.longlong, near: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the number of the first segment that ends after ``position`` of the output, or their number.

        ``near`` is a guess: it is that segment, or the next one is.
        """
        low: cython.Py_ssize_t = 0
        high: cython.Py_ssize_t = self.count - self.first
        if near < high and self.end(near) <= position:
            low = near = near + 1
        if near <= high and (near == 0 or self.end(near - 1) <= position):
            if near == high or self.end(near) > position:
                return near
            low = near
        while low < high:
            middle: cython.Py_ssize_t = (low + high) // 2
            if self.end(middle) > position:
                high = middle
            else:
                low = middle + 1
        return low

    def start(self, number: cython.Py_ssize_t) -> cython.longlong:
        """Return the start of a segment in the output; the first segment is number 0."""
        return self.cells[4 * (self.first + number)]

    def end(self, number: cython.Py_ssize_t) -> cython.longlong:
        """Return the end of a segment in the output."""
        return self.cells[4 * (self.first + number) + 1]

    def place(self, number: cython.Py_ssize_t) -> cython.longlong:
        """Return the start of a segment in the source."""
        return self.cells[4 * (self.first + number) + 2]

    def after(self, number: cython.Py_ssize_t) -> cython.longlong:
        """Return the end of a segment in the source."""
        return self.cells[4 * (self.first + number) + 3]

    def kept(self, number: cython.Py_ssize_t) -> object:
        """Return the data that was kept of a segment, in a tuple with its coding if it has one."""
        return self.parts[self.first + number]

    def pop_empty(self, start: cython.longlong, place: cython.longlong) -> cython.longlong:
        """Remove the last segment if it begins at ``start`` in the output and has no data.

        Return its place in the source, else ``place``.
        """
        last: cython.Py_ssize_t = self.count - 1
        if last < self.first or self.cells[4 * last] != start or self.parts[last]:
            return place
        place = self.cells[4 * last + 2]
        self.parts.pop()
        self.count = last
        if last == self.first:
            self.drop(last)
        return place

    def drop(self, before: cython.Py_ssize_t) -> cython.int:
        """Drop the segments before that number."""
        number: cython.Py_ssize_t
        if before == self.count:
            self.parts.clear()
            self.first = self.count = 0
            return 0
        for number in range(self.first, before):
            self.parts[number] = None
        self.first = before
        return 0

    def drop_first(self) -> cython.int:
        """Drop the first segment."""
        return self.drop(self.first + 1)
