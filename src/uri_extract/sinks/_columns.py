"""Pages become columns, as Arrow has them in memory: see :mod:`uri_extract.sinks.pages`.

One source, two speeds, as the kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

import sys
from typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.sinks import pages

if cython.compiled:
    from cython.cimports.libc.string import memcpy
    from cython.cimports.uri_extract.sinks._bytes_c import Bytes
else:
    from uri_extract.sinks._bytes import Bytes

_WIDTH = cython.declare(cython.Py_ssize_t, pages.WIDTH)
_HEADER = cython.declare(cython.Py_ssize_t, pages.HEADER)


def bits(octets: bytes) -> bytes:
    """Return a bit for each byte, the first one the lowest (Arrow's columnar format, "Validity bitmaps")."""
    size: cython.Py_ssize_t = len(octets)
    out = bytearray((size + 7) // 8)
    view: cython.uchar[::1] = out
    data: cython.p_const_uchar = octets
    i: cython.Py_ssize_t
    for i in range(size):
        if data[i]:
            view[i >> 3] |= 1 << (i & 7)
    return bytes(out)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _numbers(page: bytes) -> cython.p_longlong:
    """Return the rows of a page as they stand there."""
    data: cython.p_char = page
    return cython.cast(cython.p_longlong, data + _HEADER)


@cython.cclass
class Texts:
    """A column of text."""

    def __init__(self) -> None:
        self.ends = Bytes()
        self.text = Bytes()
        self.there = Bytes()
        self.begin()

    @cython.cfunc
    @cython.exceptval(-1)
    def put(self, source: bytes, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.int:
        """Add what stands there."""
        self.text.copy(source, at, size)
        self.ends.word(self.text.size)
        self.there.octet(1)
        self.count += 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def none(self) -> cython.int:
        """Add that there is none."""
        self.ends.word(self.text.size)
        self.there.octet(0)
        self.count += 1
        self.missing += 1
        return 0

    @cython.cfunc
    def taken(self) -> tuple[Any, ...]:
        """Return how many there are, the bits of those that are there or None for all, where each ends, and the text.

        They are forgotten.
        """
        there = bits(self.there.all()) if self.missing else None
        taken = (self.count, there, self.ends.all(), self.text.all())
        self.begin()
        return taken

    @cython.cfunc
    @cython.exceptval(-1)
    def begin(self) -> cython.int:
        """Forget what was added."""
        self.count = self.missing = 0
        self.ends.clear()
        self.text.clear()
        self.there.clear()
        self.ends.word(0)
        return 0


@cython.cclass
class Names:
    """A column of names: each stands once, in the order in which they came, and a number for each row."""

    def __init__(self) -> None:
        self.codes = Bytes()
        self.there = Bytes()
        self.count = self.missing = 0
        self.code = 0
        self.last = -1
        seen: dict[bytes, int] = {}
        self.seen = seen
        self.values = Texts()

    @cython.cfunc
    @cython.exceptval(-1)
    def put(self, number: cython.longlong, names: list[Any]) -> cython.Py_ssize_t:
        """Add the name that has this number in a page, if there is one; return how many bytes of text that adds."""
        added: cython.Py_ssize_t = 0
        self.count += 1
        if number < 0:
            self.codes.word(0)
            self.there.octet(0)
            self.missing += 1
            return 0
        if number != self.last:
            self.last = number
            name: bytes = names[number]
            known = self.seen.get(name)
            if known is None:
                known = self.seen[name] = len(self.seen)
                added = len(name)
                self.values.put(name, 0, added)
            self.code = known
        self.codes.word(self.code)
        self.there.octet(1)
        return added

    @cython.cfunc
    def taken(self) -> tuple[Any, ...]:
        """Return how many there are, the bits of those that are there or None for all, their numbers, and the names.

        They are forgotten.
        """
        there = bits(self.there.all()) if self.missing else None
        taken = (self.count, there, self.codes.all(), self.values.taken())
        self.count = self.missing = 0
        self.last = -1
        self.codes.clear()
        self.there.clear()
        self.seen = {}
        return taken


@cython.cclass
class Lists:
    """A column of lists of texts."""

    def __init__(self) -> None:
        self.ends = Bytes()
        self.members = Texts()
        self.count = 0
        self.ends.word(0)

    @cython.cfunc
    @cython.exceptval(-1)
    def add(self, source: bytes, at: cython.Py_ssize_t, members: cython.longlong) -> cython.Py_ssize_t:
        """Add a list of so many members, which stand there; return where they end."""
        size: cython.int = 0
        data: cython.p_const_char = source
        while members > 0:
            if cython.compiled:
                memcpy(cython.address(size), data + at, 4)
            else:
                size = int.from_bytes(source[at : at + 4], sys.byteorder)
            self.members.put(source, at + 4, size)
            at += 4 + size
            members -= 1
        self.ends.word(self.members.count)
        self.count += 1
        return at

    @cython.cfunc
    def taken(self) -> tuple[Any, ...]:
        """Return how many there are, where each ends, and the members. They are forgotten."""
        taken = (self.count, self.ends.all(), self.members.taken())
        self.count = 0
        self.ends.clear()
        self.ends.word(0)
        return taken


@cython.cclass
class Columns:
    """Gathers rows of pages until there are so many, or their text is so long."""

    def __init__(self, most: int, most_text: int) -> None:
        self.most = most
        self.most_text = most_text
        self.count = self.length = 0
        self.full = False
        self.places = [Bytes(), Bytes(), Bytes(), Bytes()]
        self.valid = Bytes()
        self.texts = [Texts(), Texts(), Texts(), Texts()]
        self.lists = [Lists(), Lists(), Lists()]
        self.names = [Names() for _ in pages.NAMED]

    def add(self, page: Any, begin: cython.Py_ssize_t) -> int:
        """Gather the rows of a page from one on, as long as there is room; return the number of the next one."""
        data: bytes = page.data
        numbers: cython.p_longlong = _numbers(data) if cython.compiled else page.numbers
        end: cython.Py_ssize_t = self.add_text(page, begin, min(page.rows, begin + self.most - self.count))
        row: cython.Py_ssize_t
        field: cython.Py_ssize_t
        place: Bytes
        for field in range(4):
            place = self.places[field]
            for row in range(begin, end):
                place.long(numbers[row * _WIDTH + 1 + field])
        for row in range(begin, end):
            self.valid.octet(numbers[row * _WIDTH + 5])
        self.count += end - begin
        self.full = self.full or self.count >= self.most
        return int(end)

    @cython.cfunc
    @cython.exceptval(-1)
    def add_text(self, page: Any, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Gather text, lists and names of these rows, as long as there is room; return the number of the next row."""
        data: bytes = page.data
        numbers: cython.p_longlong = _numbers(data) if cython.compiled else page.numbers
        text_at: cython.Py_ssize_t = page.begin
        row: cython.Py_ssize_t
        base: cython.Py_ssize_t
        at: cython.Py_ssize_t
        reference: cython.Py_ssize_t
        size: cython.Py_ssize_t
        field: cython.Py_ssize_t
        texts: Texts
        lists: Lists
        names: Names
        of_page: list[bytes] = page.names
        for field in range(12):
            names = self.names[field]
            names.last = -1
        for row in range(begin, end):
            base = row * _WIDTH
            reference = at = text_at + numbers[base]
            for field in range(4):
                texts = self.texts[field]
                size = numbers[base + 6 + field]
                if size >= 0:
                    texts.put(data, at, size)
                    at += size
                elif size == -1:
                    texts.none()
                else:
                    size = numbers[base + 6]
                    texts.put(data, reference, size)
                self.length += max(size, 0)
            for field in range(3):
                lists = self.lists[field]
                reference = at
                at = lists.add(data, at, numbers[base + 10 + field])
                self.length += at - reference
            for field in range(12):
                names = self.names[field]
                self.length += names.put(numbers[base + 13 + field], of_page)
            if self.length >= self.most_text:
                self.full = True
                return row + 1
        return end

    def taken(self) -> dict[str, Any]:
        """Return what was gathered, by the fields of JSON Lines, and forget it.

        Integers are bytes; of ``valid`` bits; of a text how many, bits that say which are there (None: all), where
        each ends behind a zero, and the text; of a name how many, bits, numbers and the column of their names; of a
        list how many, where each ends, and the column of the members.
        """
        field: cython.Py_ssize_t
        place: Bytes
        texts: Texts
        lists: Lists
        names: Names
        found: dict[str, Any] = {"valid": bits(self.valid.all())}
        self.valid.clear()
        for field, name in enumerate(("start", "end", "line", "column")):
            place = self.places[field]
            found[name] = place.all()
            place.clear()
        for field, name in enumerate(("reference", "target", "raw", "text")):
            texts = self.texts[field]
            found[name] = texts.taken()
        for field, name in enumerate(("alternates", "errors", "hazards")):
            lists = self.lists[field]
            found[name] = lists.taken()
        for field, name in enumerate(pages.NAMED):
            names = self.names[field]
            found[name] = names.taken()
        self.count = self.length = 0
        self.full = False
        return found
