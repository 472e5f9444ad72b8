"""Occurrences, and plain rows of the scanner's kernel, become pages: see :mod:`uri_extract.sinks.pages`.

One source, two speeds, as the kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

from array import array
from typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.records import Occurrence
from uri_extract.scan import rows
from uri_extract.sinks import pages
from uri_extract.sinks.text import utf8
from uri_extract.uri import _backend

if cython.compiled:
    from cython.cimports.uri_extract.media._plain_c import Lines, Targets, made
    from cython.cimports.uri_extract.sinks._bytes_c import Bytes
    from cython.cimports.uri_extract.uri._kernel_c import is_plain
else:
    from uri_extract.media._plain import Lines, Targets, made
    from uri_extract.sinks._bytes import Bytes

_WIDTH = cython.declare(cython.Py_ssize_t, pages.WIDTH)
_ROW = cython.declare(cython.Py_ssize_t, rows.WIDTH)
_DELIMITERS = cython.declare(cython.longlong, rows.DELIMITERS)
_DELIMITER_NAMES = cython.declare(tuple, rows.DELIMITER_NAMES)
# Rows that there is room for at first, and at most once they were packed.
_FEW = cython.declare(cython.Py_ssize_t, 256)
_MANY = cython.declare(cython.Py_ssize_t, 4096)
_NO_NAMES = cython.declare(tuple, (None,) * len(pages.NAMED))

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


@cython.cclass
class Packer:
    """Gathers records, and makes a page of them."""

    def __init__(self) -> None:
        names: dict[str, int] = {}
        self.names = names
        self.room = 0
        self.text = Bytes()
        self.relative = Targets()
        self.begin()

    def __len__(self) -> int:
        return self.count

    def begin(self) -> None:
        """Forget what was gathered."""
        self.count = 0
        if not 0 < self.room <= _MANY:
            self.room = _FEW
            self.array = array("q", bytes(8 * _WIDTH * self.room))
            self.numbers = self.array
        self.text.clear()
        self.names = {}
        self.last = list(_NO_NAMES)
        self.codes = array("q", [-1] * len(pages.NAMED))

    def page(self) -> bytes:
        """Return the page of what was gathered, and forget that."""
        page = pages.page_of(self.array, self.count, self.text.all(), [utf8(name) for name in self.names])
        self.begin()
        return page

    def add(self, occurrences: list[Occurrence]) -> None:
        """Gather occurrences."""
        for occurrence in occurrences:
            self.add_one(cython.cast(tuple, occurrence) if cython.compiled else occurrence, occurrence)

    def append(self, occurrence: Occurrence) -> None:
        """Gather one occurrence."""
        self.add_one(cython.cast(tuple, occurrence) if cython.compiled else occurrence, occurrence)

    def occurrences(
        self,
        window: bytes,
        table: cython.longlong[::1],
        begin: cython.Py_ssize_t,
        count: cython.Py_ssize_t,
        offset: cython.longlong,
        lines: tuple[int, int, int],
        document: object,
        bases: tuple[str | None, str | None],
    ) -> tuple[int, tuple[int, int, int]]:
        """Do as :func:`uri_extract.media._plain.occurrences`, and gather what it makes, most without an object."""
        row: cython.Py_ssize_t = begin
        at: cython.Py_ssize_t
        to: cython.Py_ssize_t
        start: cython.Py_ssize_t
        end: cython.Py_ssize_t
        told: cython.int
        counter: Lines = Lines(*lines)
        data: cython.p_const_uchar = window
        while row < count:
            at = row * _ROW
            start = table[at]
            counter.count_to(window, offset, start)
            if table[at + 5] or table[at + 3] > _DELIMITERS:
                break
            end = table[at + 1]
            field: cython.Py_ssize_t
            text: str = data[start:end].decode("ascii")
            row += 1
            told = is_plain(text) if cython.compiled else _backend.is_plain(text)
            if told != 2:
                fields = (
                    text, text, offset + start, offset + end, counter.number, offset + start - counter.start + 1,
                    document, _DELIMITER_NAMES[table[at + 3]], None, None, (), "uri", bases, None, None, None, None,
                )  # fmt: skip
                self.add_one(fields, made(fields))
                continue
            if self.count == self.room:
                self.grow()
            to = self.count * _WIDTH
            self.numbers[to] = self.text.size
            self.numbers[to + 1] = offset + start
            self.numbers[to + 2] = offset + end
            self.numbers[to + 3] = counter.number
            self.numbers[to + 4] = offset + start - counter.start + 1
            self.numbers[to + 5] = 1
            self.text.copy(window, start, end - start)
            self.numbers[to + 6] = end - start
            self.numbers[to + 7] = self.numbers[to + 8] = -2
            self.numbers[to + 9] = -1
            self.numbers[to + 10] = self.numbers[to + 11] = self.numbers[to + 12] = 0
            for field in range(13, 25):
                self.numbers[to + field] = -1
            self.name(to, 0, document)
            self.name(to, 1, _DELIMITER_NAMES[table[at + 3]])
            self.name(to, 4, "uri")
            self.count += 1
        return row, (counter.number, counter.start, counter.counted)

    @cython.cfunc
    @cython.exceptval(-1)
    def add_one(self, fields: tuple[Any, ...], occurrence: Any) -> cython.int:
        """Gather an occurrence, whose fields these are."""
        at: cython.Py_ssize_t
        told: cython.int = 0
        if self.count == self.room:
            self.grow()
        at = self.count * _WIDTH
        reference: str = fields[0]
        kind: str = fields[11]
        relative: cython.bint = kind == "relative"
        if fields[15] is None and (relative or kind == "uri"):
            told = is_plain(reference) if cython.compiled else _backend.is_plain(reference)
        plain: cython.bint = told == (1 if relative else 2)
        target: str | None = None
        record: Any = None
        self.numbers[at] = self.text.size
        self.numbers[at + 1] = fields[2]
        self.numbers[at + 2] = fields[3]
        self.numbers[at + 3] = fields[4]
        self.numbers[at + 4] = fields[5]
        self.numbers[at + 6] = self.put(reference)
        if plain and not relative:
            self.numbers[at + 7] = -2
        else:
            if plain:
                target = self.relative.of(reference, fields[12])
            else:
                record = occurrence.as_dict()
                target = record["target"]
            self.numbers[at + 7] = -1 if target is None else self.put(target)
        self.numbers[at + 8] = -2 if fields[1] is reference or fields[1] == reference else self.put(fields[1])
        self.numbers[at + 9] = -1 if fields[15] is None else self.put(fields[15])
        self.put_list(at + 10, fields[10])
        if plain:
            self.numbers[at + 5] = 1
            self.numbers[at + 11] = self.numbers[at + 12] = 0
        else:
            self.numbers[at + 5] = 1 if record["valid"] else 0
            self.put_list(at + 11, record["errors"])
            self.put_list(at + 12, record["hazards"])
        self.name(at, 0, fields[6])
        self.name(at, 1, fields[7])
        self.name(at, 2, fields[8])
        self.name(at, 3, fields[9])
        self.name(at, 4, kind)
        self.name(at, 5, fields[12][0] if relative else None)
        self.name(at, 6, fields[12][1] if relative else None)
        self.name(at, 7, fields[13])
        self.name(at, 8, fields[14])
        mail: Any = fields[16]
        if mail is None:
            self.numbers[at + 22] = self.numbers[at + 23] = self.numbers[at + 24] = -1
        else:
            self.name(at, 9, mail[0])
            self.name(at, 10, mail[1])
            self.name(at, 11, mail[2])
        self.count += 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def grow(self) -> cython.int:
        """Make room for as many rows again."""
        numbers = array("q", bytes(16 * _WIDTH * self.room))
        numbers[: _WIDTH * self.room] = self.array
        self.numbers = self.array = numbers
        self.room *= 2
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def put(self, text: str) -> cython.longlong:
        """Add a text, with U+FFFD for what has no UTF-8; return how many bytes it has."""
        try:
            return self.text.put(text)
        except UnicodeEncodeError:
            return self.text.put(utf8(text).decode())

    @cython.cfunc
    @cython.exceptval(-1)
    def put_list(self, at: cython.Py_ssize_t, texts: Sequence[str]) -> cython.int:
        """Add the members of a list, and note how many there are."""
        count: cython.Py_ssize_t = len(texts)
        self.numbers[at] = count
        if count:
            for text in texts:
                octets: bytes = utf8(text)
                self.text.word(len(octets))
                self.text.copy(octets, 0, len(octets))
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def name(self, at: cython.Py_ssize_t, field: cython.Py_ssize_t, value: Any) -> cython.int:
        """Note the number of a name; None has none."""
        if value is not self.last[field]:
            number: cython.longlong = -1
            if value is not None:
                number = self.names.setdefault(value, len(self.names))
            self.last[field] = value
            self.codes[field] = number
        self.numbers[at + 13 + field] = self.codes[field]
        return 0
