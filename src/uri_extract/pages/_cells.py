# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""The memory of rows, reused from page to page: to allocate it takes as long as to fill it.

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
    from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
    from cython.cimports.libc.stdlib import free, malloc
    from cython.cimports.libc.string import memcpy
else:
    from uri_extract.pages import layout

# The limits, in rows, of memory that is kept for other pages; the most blocks that are kept.
_LEAST = cython.declare(cython.Py_ssize_t, 256)
_MOST = cython.declare(cython.Py_ssize_t, 1 << 15)
_SPARES = cython.declare(cython.int, 4)
if cython.compiled:
    _spare = cython.declare(cython.p_longlong[4])
    _spare_rooms = cython.declare(cython.Py_ssize_t[4])
    _spare_count = cython.declare(cython.int, 0)


@cython.cclass
class Cells:
    """Memory for at least ``room`` rows, not initialised; interpreted, an array of zeros."""

    def __init__(self, room: int = 0) -> None:
        if not cython.compiled:
            self.data: Any = array("q", bytes(8 * room * layout.WIDTH))
            self.room = room
            return
        global _spare_count
        i: cython.int
        largest: cython.int = -1
        for i in range(_spare_count):
            if _spare_rooms[i] >= room and (largest < 0 or _spare_rooms[i] > _spare_rooms[largest]):
                largest = i
        if largest >= 0:
            self.data, self.room = _spare[largest], _spare_rooms[largest]
            _spare_count -= 1
            _spare[largest], _spare_rooms[largest] = _spare[_spare_count], _spare_rooms[_spare_count]
            return
        self.room = max(room, _LEAST)
        self.data = cython.cast(cython.p_longlong, malloc(self.room * layout.WIDTH * 8))
        if self.data == cython.NULL:
            raise MemoryError

    def __dealloc__(self) -> None:
        if cython.compiled:
            global _spare_count
            if self.data == cython.NULL or self.room > _MOST or self.room < _LEAST:
                free(self.data)
                return
            i: cython.int
            smallest: cython.int = _spare_count
            if _spare_count < _SPARES:
                _spare_count += 1
            else:
                smallest = 0
                for i in range(1, _SPARES):
                    if _spare_rooms[i] < _spare_rooms[smallest]:
                        smallest = i
                if _spare_rooms[smallest] >= self.room:
                    free(self.data)
                    return
                free(_spare[smallest])
            _spare[smallest], _spare_rooms[smallest] = self.data, self.room

    def copy(self, begin: cython.Py_ssize_t, count: cython.Py_ssize_t, room: cython.Py_ssize_t) -> Cells:
        """Return new cells for ``room`` rows, with copies of ``count`` rows from ``begin`` on at their start."""
        other: Cells = Cells(room)
        other.put(0, self, begin, count)
        return other

    def put(
        self, at: cython.Py_ssize_t, other: Cells, begin: cython.Py_ssize_t, count: cython.Py_ssize_t
    ) -> cython.int:
        """Copy ``count`` rows of other cells, from ``begin`` on, to row ``at``."""
        if not cython.compiled:
            end = (begin + count) * layout.WIDTH
            self.data[at * layout.WIDTH : (at + count) * layout.WIDTH] = other.data[begin * layout.WIDTH : end]
        elif count:
            memcpy(self.data + at * layout.WIDTH, other.data + begin * layout.WIDTH, count * layout.WIDTH * 8)
        return 0

    def octets(self, count: cython.Py_ssize_t) -> bytes:
        """Return the first ``count`` rows as bytes."""
        if not cython.compiled:
            return bytes(self.data[: count * layout.WIDTH].tobytes())
        rows: bytes = PyBytes_FromStringAndSize(cython.cast(cython.p_char, self.data), count * layout.WIDTH * 8)
        return rows


def free_spares() -> None:
    """Free the memory that is kept for other pages."""
    if cython.compiled:
        global _spare_count
        while _spare_count:
            _spare_count -= 1
            free(_spare[_spare_count])


def cells_of(octets: bytes) -> Cells:
    """Return cells with the rows in these bytes."""
    cells: Cells = Cells(len(octets) // (8 * layout.WIDTH))
    if not cython.compiled:
        cells.data = array("q", octets)
    else:
        data: cython.p_const_char = octets
        memcpy(cells.data, data, len(octets))
    return cells
