# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""A table of rows: read, change and order them.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.bases import NETWORK
from uri_extract.details import More
from uri_extract.pages.layout import FIRST

if cython.compiled:
    from cython.cimports.libc.string import memmove
else:
    from uri_extract._ascii import CAPITAL_A, CAPITAL_Z, SLASH, SPACE
    from uri_extract.pages import layout
    from uri_extract.pages._bytes import Bytes
    from uri_extract.pages._cells import Cells
    from uri_extract.pages._pool import Pool

_LOW = cython.declare(cython.longlong, 0xFFFFFFFF)  # as a literal it would be a Python object
_NOT_OF_TEXT = cython.declare(cython.longlong, ~(layout.DELIMITER | layout.OWN_LINE))
_FORM = cython.declare(cython.longlong, layout.FORM | layout.TYPE)
_FIRST = cython.declare(cython.longlong, FIRST)
# No host begins with these bytes: the authority is empty or invalid ("///x", "//\x").
_NO_HOST = cython.declare(bytes, b"/\\?#:@")
_NO_MORE = cython.declare(object, More())
# The room, in rows, of a new table.
_FEW = cython.declare(cython.Py_ssize_t, 256)


@cython.cclass
class Table:
    """A table of rows. ``count`` is the number of rows."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.reset()

    def __len__(self) -> int:
        return self.count

    def grow(self, count: cython.Py_ssize_t) -> cython.int:
        """Make room for ``count`` more rows."""
        self.own = self.own.copy(0, self.count, max(_FEW, 2 * self.room, self.count + count))
        self.cells = self.own.data
        self.room = self.own.room
        return 0

    def reset(self) -> cython.int:
        """Start over without rows, in memory of a released page if there is any."""
        self.own = Cells(0)
        self.cells = self.own.data
        self.room = self.own.room
        self.count = 0
        return 0

    def get(self, row: cython.Py_ssize_t, column: cython.Py_ssize_t) -> cython.longlong:
        """Return a column of a row (:mod:`uri_extract.pages.layout`)."""
        return self.cells[row * layout.WIDTH + column]

    def set(self, row: cython.Py_ssize_t, column: cython.Py_ssize_t, value: cython.longlong) -> cython.int:
        """Change a column of a row."""
        self.cells[row * layout.WIDTH + column] = value
        return 0

    def move_to(
        self, row: cython.Py_ssize_t, start: cython.longlong, end: cython.longlong, line: cython.longlong,
        column: cython.longlong,
    ) -> cython.int:  # fmt: skip
        """Change the place of a row."""
        at: cython.Py_ssize_t = row * layout.WIDTH
        self.cells[at] = start
        self.cells[at + layout.END] = end
        self.cells[at + layout.LINE] = line
        self.cells[at + layout.COLUMN] = column
        return 0

    def object_of(self, row: int) -> Any:
        """Return the object of a row that is not a reference."""
        return self.pool.objects[self.cells[row * layout.WIDTH + layout.MORE]]

    def more(self, row: int) -> More:
        """Return the rare fields of a reference."""
        number: cython.longlong = self.cells[row * layout.WIDTH + layout.MORE]
        found: More = self.pool.objects[number] if number else More()
        return found

    def set_more(self, row: int, more: More) -> None:
        """Change the rare fields of a reference."""
        self.cells[row * layout.WIDTH + layout.MORE] = self.pool.keep(more)

    def octets(self, row: cython.Py_ssize_t) -> bytes:
        """Return the text of a reference in UTF-8."""
        at: cython.Py_ssize_t = self.cells[row * layout.WIDTH + layout.TEXT]
        size: cython.Py_ssize_t = self.cells[row * layout.WIDTH + layout.SIZE]
        found: bytes = self.pool.window[-1 - at : size - 1 - at] if at < 0 else self.pool.text.part(at, size)
        return found

    def reference(self, row: int) -> str:
        """Return the text of a reference."""
        reference: str = self.octets(row).decode("utf-8", "surrogateescape")
        return reference

    def source_of(self, row: cython.Py_ssize_t) -> bytes:
        """Return the raw text of a reference, in UTF-8."""
        source: bytes = self.octets(row)
        if self.cells[row * layout.WIDTH + layout.MORE]:
            source = self.raw(row).encode("utf-8", "surrogateescape")
        return source

    def raw(self, row: int) -> str:
        """Return the raw text of a reference."""
        raw = self.more(row).raw
        return self.reference(row) if raw is None else raw

    def set_raw(self, row: cython.Py_ssize_t, raw: str) -> cython.int:
        """Change the raw text of a reference."""
        number: cython.longlong = self.cells[row * layout.WIDTH + layout.MORE]
        more: Any = self.pool.objects[number] if number else _NO_MORE
        before: object = cython.cast(tuple, more)[0]
        same: cython.bint = (
            len(raw) == self.cells[row * layout.WIDTH + layout.SIZE] or not raw.isascii()
        ) and raw == self.reference(row)
        if not same if before is None else raw != before:
            self.cells[row * layout.WIDTH + layout.MORE] = self.pool.keep_more(
                None if same else raw, cython.cast(tuple, more)[1], cython.cast(tuple, more)[2]
            )
        return 0

    def set_details(self, row: int, **changed: Any) -> None:
        """Change details of a reference."""
        more = self.more(row)
        self.set_more(row, More(more.raw, more.details._replace(**changed), more.context))

    def keep_text(self, source: bytes, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.longlong:
        """Add ``size`` bytes of link text, in UTF-8; return its value for the column LINK_TEXT."""
        link: cython.longlong = self.pool.text.size << layout.LINK_SHIFT | size + 1
        self.pool.text.copy(source, at, size)
        return link

    def set_link_text(self, row: int, text: bytes) -> None:
        """Set the link text of a reference, in UTF-8."""
        self.cells[row * layout.WIDTH + layout.LINK_TEXT] = self.keep_text(text, 0, len(text))

    def set_rel(self, row: cython.Py_ssize_t, rel: object) -> cython.int:
        """Set the ``rel`` of a reference."""
        self.cells[row * layout.WIDTH + layout.REL] = self.pool.number(rel)
        return 0

    def attribute_of(self, row: cython.Py_ssize_t) -> object:
        """Return the attribute of a row."""
        return self.pool.objects[self.cells[row * layout.WIDTH + layout.PLACE] >> 32]

    def set_bases(self, row: int, bases: Any) -> None:
        """Change the bases of a row."""
        at: cython.Py_ssize_t = row * layout.WIDTH + 8
        self.cells[at] = self.cells[at] >> 32 << 32 | self.pool.number(bases)

    def default_scheme(self, count: int) -> None:
        """Set the base ``https:`` for network-path references (RFC 3986 §4.2) without a base in the first rows.

        This is the default base of the application (§5.1.4), as in mail programs.
        """
        row: cython.Py_ssize_t
        at: cython.Py_ssize_t
        begin: cython.Py_ssize_t
        data: cython.p_const_uchar
        for row in range(count):
            at = row * layout.WIDTH
            if self.cells[at + layout.BITS] & _FORM != layout.RELATIVE or self.cells[at + layout.SIZE] < 3:
                continue
            begin = self.cells[at + layout.TEXT]
            if not cython.compiled:
                data = self.reference(row)[:3].encode("utf-8", "surrogateescape")
            elif begin < 0:
                data = self.pool.window
                data += -1 - begin
            else:
                data = cython.cast(cython.p_const_uchar, self.pool.text.data) + begin
            if data[0] != SLASH or data[1] != SLASH or data[2] <= SPACE or data[2] in _NO_HOST:
                continue
            bases: Any = self.pool.objects[self.cells[at + layout.SOURCE] & _FIRST]
            if bases[0] is None:
                self.set_bases(row, (*NETWORK, *bases[2:3]))

    def set_origin(self, row: int, origin: Any) -> None:
        """Change the origin of a row."""
        at: cython.Py_ssize_t = row * layout.WIDTH + 8
        self.cells[at] = self.pool.number(origin) << 32 | self.cells[at] & _LOW

    def set_element(self, row: cython.Py_ssize_t, element: object) -> cython.int:
        """Change the element of a row."""
        at: cython.Py_ssize_t = row * layout.WIDTH + 7
        self.cells[at] = self.cells[at] >> 32 << 32 | self.pool.number(element)
        return 0

    def set_script(self, row: cython.Py_ssize_t, attribute: object) -> cython.int:
        """Mark a row as part of a script, in the attribute or, if that is None, in the text of the element."""
        at: cython.Py_ssize_t = row * layout.WIDTH
        self.cells[at + layout.BITS] = self.cells[at + layout.BITS] & _NOT_OF_TEXT | layout.SCRIPT
        self.cells[at + layout.PLACE] = self.cells[at + layout.PLACE] & _LOW | self.pool.number(attribute) << 32
        return 0

    # -- order -------------------------------------------------------------------------------------------------------

    def sort(self) -> None:
        """Sort the rows by their places; the sort is stable. Most tables are in order."""
        row: cython.Py_ssize_t
        for row in range(1, self.count):
            if self.cells[row * layout.WIDTH] < self.cells[(row - 1) * layout.WIDTH]:
                self.sort_out_of_order()
                return

    def sort_out_of_order(self) -> cython.int:
        starts = [self.get(row, layout.START) for row in range(self.count)]
        whole: Cells = Cells(self.count)
        row: cython.Py_ssize_t
        at: cython.Py_ssize_t = 0
        for row in sorted(range(self.count), key=starts.__getitem__):
            whole.put(at, self.own, row, 1)
            at += 1  # noqa: SIM113 - enumerate() makes objects
        self.own = whole
        self.cells = whole.data
        self.room = whole.room
        return 0

    def before(self, place: cython.longlong) -> cython.Py_ssize_t:
        """Return the number of rows that begin before a place; the rows must be in order."""
        low: cython.Py_ssize_t = 0
        high: cython.Py_ssize_t = self.count
        middle: cython.Py_ssize_t
        while low < high:
            middle = (low + high) // 2
            if self.cells[middle * layout.WIDTH] < place:
                low = middle + 1
            else:
                high = middle
        return low

    def move(self, other: Table, count: cython.Py_ssize_t) -> cython.int:
        """Move the first ``count`` rows to the end of another table of the same pool."""
        if not count:
            return 0
        if not other.count and count == self.count:
            other.own, self.own = self.own, other.own
            other.cells, self.cells = self.cells, other.cells
            other.room, self.room = self.room, other.room
            other.count, self.count = count, 0
            return 0
        other.append(self, 0, count)
        self.drop(count)
        return 0

    def append(self, other: Table, begin: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.int:
        """Add ``count`` rows of another table of the same pool, from ``begin`` on."""
        if not count:
            return 0
        if self.count + count > self.room:
            self.grow(count)
        self.own.put(self.count, other.own, begin, count)
        self.count += count
        return 0

    def drop(self, count: cython.Py_ssize_t) -> cython.int:
        """Remove the first ``count`` rows."""
        rest: cython.Py_ssize_t = self.count - count
        if rest and count:
            if cython.compiled:
                memmove(self.cells, self.cells + count * layout.WIDTH, rest * layout.WIDTH * 8)
            else:
                self.cells[: rest * layout.WIDTH] = self.cells[count * layout.WIDTH : self.count * layout.WIDTH]
        self.count = rest
        return 0

    def first(self, mask: cython.longlong, bits: cython.longlong, begin: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the first row from ``begin`` on whose masked bits equal ``bits``; ``count`` without one."""
        row: cython.Py_ssize_t = begin
        while row < self.count and self.cells[row * layout.WIDTH + layout.BITS] & mask != bits:
            row += 1
        return row

    def find(self, begin: cython.Py_ssize_t, prefixes: tuple[Any, ...]) -> cython.Py_ssize_t:
        """Return the first row from ``begin`` on whose reference has one of the prefixes; ``count`` without one.

        The prefixes are in lower case; the case of the reference is ignored.
        """
        row: cython.Py_ssize_t
        at: cython.Py_ssize_t
        size: cython.Py_ssize_t
        data: cython.p_const_uchar
        window: bytes = self.pool.window
        text: Bytes = self.pool.text
        for row in range(begin, self.count):
            at = self.cells[row * layout.WIDTH + layout.TEXT]
            size = self.cells[row * layout.WIDTH + layout.SIZE]
            if at < 0:
                data = window
                at = -1 - at
            else:
                data = cython.cast(cython.p_const_uchar, text.data) if cython.compiled else text.parts
            if _begins_with(data, at, size, prefixes):
                return row
        return self.count

    def take_notes(self, count: int) -> list[tuple[int, int, Any]]:
        """Remove rows that are not references from the first ``count``; return their types, places and objects."""
        notes: list[tuple[int, int, Any]] = []
        row: cython.Py_ssize_t
        to: cython.Py_ssize_t = 0
        for row in range(count):
            if self.cells[row * layout.WIDTH + layout.BITS] & layout.TYPE:
                note: Any = self.object_of(row)
                notes.append(
                    (self.cells[row * layout.WIDTH + layout.BITS] & layout.TYPE, self.cells[row * layout.WIDTH], note)
                )
            else:
                if to < row:
                    self.own.put(to, self.own, row, 1)
                to += 1
        if notes:
            for row in range(count, self.count):
                self.own.put(to + row - count, self.own, row, 1)
            self.count -= len(notes)
        return notes


@cython.cfunc
@cython.exceptval(-1)
def _begins_with(
    data: cython.p_const_uchar, at: cython.Py_ssize_t, size: cython.Py_ssize_t, prefixes: tuple[Any, ...]
) -> cython.int:
    """Return True if the text at ``at`` begins with one of the prefixes, which are in lower case."""
    k: cython.Py_ssize_t
    byte: cython.int
    for prefix in prefixes:
        wanted: cython.p_const_uchar = cython.cast(bytes, prefix)
        k = 0
        while k < size and k < len(cython.cast(bytes, prefix)):
            byte = data[at + k]
            if (byte | 0x20 if CAPITAL_A <= byte <= CAPITAL_Z else byte) != wanted[k]:
                break
            k += 1
        if k == len(cython.cast(bytes, prefix)):
            return True
    return False
