"""Conversion of pages to columns in Arrow's memory layout (its columnar format)."""

from __future__ import annotations

from functools import lru_cache

import cython

from uri_extract._compat._typing import Any
from uri_extract.rows.details import Details, Origin
from uri_extract.rows.layout import DELIMITERS, FIRST, INTEGERS, KINDS
from uri_extract.rows.schema import COLUMNS, INTEGER, NAME, NUMBER, names_of
from uri_extract.sinks.text import utf8

if not cython.compiled:
    from uri_extract.rows import layout
    from uri_extract.rows._bytes import Bytes
    from uri_extract.rows._page import Page


# -- Columns of values of one type, in the memory layout of Arrow (its columnar format) --------------------------------

# Number of zero bytes that columns of one value share.
_zeros = lru_cache(maxsize=8)(bytes)


def bits(octets: bytes) -> bytes:
    """Return a bit for each byte, lowest bit first."""
    size: cython.Py_ssize_t = len(octets)
    out = bytearray((size + 7) // 8)
    view: cython.uchar[::1] = out
    data: cython.p_const_uchar = octets
    for i in range(size):
        if data[i]:
            view[i >> 3] |= 1 << (i & 7)
    return bytes(out)


class Texts:
    """A column of text. It equals the column that it ``follows`` up to the first row that differs, if any."""

    def __init__(self, follows: Texts | None = None) -> None:
        other: Any = follows
        self.other: Texts = other  # what it is the same as
        self.ends = Bytes()  # where each ends, after a zero
        self.text = Bytes()
        self.validity = Bytes()  # a byte for each, if any is null
        self.begin()

    def begin(self) -> cython.int:
        self.count = self.missing = 0
        self.follows: cython.bint = self.other is not None  # so far
        self.ends.clear()
        self.text.clear()
        self.validity.clear()
        self.ends.word(0)
        return 0

    def repeat(self, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Add the last value of the column that this one follows, which has ``size`` bytes; return ``size``."""
        if not self.follows:
            self.text.copy(self.other.text.part(self.other.text.size - size, size), 0, size)
            self.added()
        return size

    def differ(self, text: Any, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Add a text that differs from the followed column, after ``count`` rows; return its size in bytes."""
        if self.follows:
            self.follows = False
            ends: bytes = self.other.ends.part(0, 4 * (count + 1))
            before: cython.Py_ssize_t = memoryview(ends).cast("i")[count]
            self.ends.copy(ends, 4, 4 * count)
            self.text.copy(self.other.text.part(0, before), 0, before)
            self.count = count
        return self.put(text)

    def added(self) -> cython.int:
        """Record the end of a text that was added."""
        self.ends.word(self.text.size)
        if self.missing:
            self.validity.octet(1)
        self.count += 1
        return 0

    def put(self, text: Any) -> cython.Py_ssize_t:
        """Add a text or None; return its size in bytes."""
        if text is None:
            self.fill(self.count + 1)
            return 0
        octets: bytes = utf8(text)
        self.text.copy(octets, 0, len(octets))
        self.added()
        return len(octets)

    def fill(self, count: cython.Py_ssize_t) -> cython.int:
        """Add nulls until the column has ``count`` rows."""
        more: cython.Py_ssize_t = count - self.count
        if more > 0:
            if not self.missing:
                self.validity.fill(1, self.count)
            self.validity.fill(0, more)
            self.ends.fill_words(self.text.size, more)
            self.missing += more
            self.count = count
        return 0

    def take(self, count: cython.Py_ssize_t) -> tuple[Any, ...]:
        """Return count, validity bits (None: all valid), ends, and text; start over.

        The column is filled with nulls up to ``count`` rows. For a column of nulls only, no memory is written.
        """
        if count and self.missing == self.count:
            taken: tuple[Any, ...] = (count, _zeros((count + 7) // 8), _zeros(4 * (count + 1)), b"")
        else:
            self.fill(count)
            taken = (count, bits(self.validity.all()) if self.missing else None, self.ends.take(), self.text.take())
        self.begin()
        return taken


class Names:
    """A column of names: each name once, in order of appearance, and a number for each row."""

    def __init__(self) -> None:
        self.codes = Bytes()
        self.validity = Bytes()  # a byte for each, if any is null
        self.count = self.missing = 0
        self.code = self.size = 0
        self.seen: dict[object, Any] = {}  # the code of each name, and of its UTF-8
        self.values = Texts()

    def fill(self, count: cython.Py_ssize_t) -> cython.int:
        """Repeat the last name until the column has ``count`` rows."""
        more: cython.Py_ssize_t = count - self.count
        if more > 0:
            if self.code < 0 and not self.missing:
                self.validity.fill(1, self.count)
            if self.code < 0:
                self.missing += more
            if self.missing:
                self.validity.fill(self.code >= 0, more)
            self.codes.fill_words(max(self.code, 0), more)
            self.count = count
        return 0

    def put(self, name: Any, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Set the name (or None) for the rows after the first ``count``; return how many bytes of text that adds."""
        added: cython.Py_ssize_t = 0
        known: Any = -1 if name is None else self.seen.get(name)
        if known is None:
            octets: bytes = utf8(name)
            known = self.seen.get(octets)
            if known is None:
                known = self.seen[octets] = self.values.count
                added = self.values.put(name)
            self.seen[name] = known
        if known != self.code:
            self.fill(count)
            self.code = known  # of the last name, -1 for none
        return added

    def take(self, count: cython.Py_ssize_t) -> tuple[Any, ...]:
        """Return count, validity bits (None: all valid), numbers, and the column of names; start over."""
        validity: Any = None
        if self.count == 0 and self.code <= 0:
            codes: Any = _zeros(4 * count)
            if self.code < 0:
                validity = _zeros((count + 7) // 8)
        else:
            self.fill(count)
            codes = self.codes.take()
            if self.missing:
                validity = bits(self.validity.all())
                self.validity.clear()
        self.count = self.missing = self.code = 0
        self.seen = {}
        return count, validity, codes, self.values.take(self.values.count)


class RepeatedNames(Names):
    """A column of names, repeated for each row; ``size`` is the number of bytes of the last name."""

    def __init__(self) -> None:
        super().__init__()
        nothing: Any = None
        self.name = nothing  # the last one in UTF-8, None for null

    def fill(self, count: cython.Py_ssize_t) -> cython.int:
        """Repeat the last name until the column has ``count`` rows."""
        if self.name is None:
            self.values.fill(count)
            return 0
        name: bytes = self.name
        for _ in range(count - self.values.count):
            self.values.text.copy(name, 0, self.size)
            self.values.added()
        return 0

    def put(self, name: Any, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Set the name (or None) for the rows after the first ``count``."""
        known: Any = None
        if name is not None:
            known = self.seen.get(name)
            if known is None:
                known = self.seen[name] = utf8(name)
        if known is not self.name:
            self.fill(count)
            self.name = known
            self.size = 0 if known is None else len(known)
        return 0

    def take(self, count: cython.Py_ssize_t) -> tuple[Any, ...]:
        """Return a column of text like :meth:`Texts.take`; start over."""
        nothing: Any = None
        if self.name is not None or self.values.count:
            self.fill(count)
            taken: tuple[Any, ...] = self.values.take(count)
        else:
            taken = (count, _zeros((count + 7) // 8), _zeros(4 * (count + 1)), b"")
        self.size = 0
        self.name = nothing
        self.seen = {}
        return taken


class Lists:
    """A column of lists of texts."""

    def __init__(self) -> None:
        self.ends = Bytes()
        self.members = Texts()
        self.count = 0
        self.ends.word(0)

    def put(self, members: tuple[Any, ...], count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Add a list after ``count`` rows; return how many bytes it takes."""
        size: cython.Py_ssize_t = 0
        if members:
            self.fill(count)
            for member in members:
                size += 4 + self.members.put(member)
            self.fill(count + 1)
        return size

    def fill(self, count: cython.Py_ssize_t) -> cython.int:
        """End the current list, and add empty lists until the column has ``count`` rows."""
        if count > self.count:
            self.ends.fill_words(self.members.count, count - self.count)
            self.count = count
        return 0

    def take(self, count: cython.Py_ssize_t) -> tuple[Any, ...]:
        """Return count, ends, and the column of members; start over."""
        if self.count == 0:
            return count, _zeros(4 * (count + 1)), self.members.take(0)
        self.fill(count)
        taken = (count, self.ends.take(), self.members.take(self.members.count))
        self.count = 0
        self.ends.word(0)
        return taken


# -- Conversion of pages to columns in Arrow's memory layout -----------------------------------------------------------

_DELIMITERS = cython.declare(tuple, DELIMITERS)
_KINDS = cython.declare(tuple, KINDS)

# The sources of names: the cell of a row, the shift and mask of the number in it, and the fields that depend on it.
_OF_DELIMITER = cython.declare(cython.int, 0)
_OF_KIND = cython.declare(cython.int, 1)
_OF_BASES = cython.declare(cython.int, 2)
_OF_DETAILS = cython.declare(cython.int, 3)
_SOURCES: tuple[tuple[int, int, int, tuple[str, ...]], ...] = (
    (layout.BITS, 0, layout.DELIMITER, ("delimiter",)),
    (layout.BITS, layout.KIND_SHIFT, layout.KIND >> layout.KIND_SHIFT, ("kind",)),
    (layout.SOURCE, 0, FIRST, ("base", "base_from")),
    (layout.MORE, 0, FIRST, Details._fields),
    (layout.SOURCE, layout.SECOND, FIRST, Origin._fields),
    (layout.PLACE, 0, FIRST, ("element",)),
    (layout.PLACE, layout.SECOND, FIRST, ("attribute",)),
    (layout.REL, 0, FIRST, ("rel",)),
)
_PLACES = cython.declare(tuple, names_of(INTEGER))
_TEXTS = cython.declare(tuple, ("reference", "target", "raw", "text", "unwrapped"))
_LISTS = cython.declare(tuple, ("alternates", "errors", "hazards"))
_NAMES = cython.declare(tuple, names_of(NAME, NUMBER))
_NUMBERS = cython.declare(tuple, names_of(NUMBER))
_CELLS = cython.declare(dict, INTEGERS)


class Source:
    """The requested (``asked``) columns of names whose values depend on the same number of a row."""

    def __init__(self, code: int, asked: Any, encoded: bool) -> None:
        self.code: cython.int = code  # what the values depend on
        self.last: cython.longlong = -1  # the number of that in the last row of this page; -1 if there is none
        self.size = 0  # bytes that each row adds to columns that are not encoded
        self.cell, self.shift, self.mask, fields = _SOURCES[code]
        self.fields: list[str] = [name for name in fields if name in _NAMES and name in asked]
        self.is_one: cython.bint = len(fields) == 1  # whether the value is that of the only field
        self.places: list[int] = [fields.index(name) for name in self.fields]  # which part of the value each is
        self.names: list[Names] = [Names() if encoded or name in _NUMBERS else RepeatedNames() for name in self.fields]

    def put(self, page: Page, number: cython.longlong, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Set the names that a number means for all rows after the first ``count``; return how many bytes that adds."""
        added: cython.Py_ssize_t = 0
        size: cython.Py_ssize_t = 0
        values: Any = self.values(page, number)
        for i in range(len(self.names)):
            names: Names = self.names[i]
            value: Any = None if values is None else values[self.places[i]]
            added += names.put(str(value) if value.__class__ is float else value, count)
            size += names.size
        self.last = number
        self.size = size
        return added

    def values(self, page: Page, number: cython.longlong) -> object:
        """Return the names that this number means; None if all of them are None."""
        if self.code == _OF_DELIMITER:
            return (_DELIMITERS[number],)
        if self.code == _OF_KIND:
            return (_KINDS[number],)
        found: Any = page.objects[number]
        if found is None:
            return None
        if self.code == _OF_DETAILS:
            return found.details
        return (found,) if self.is_one else found


class Columns:
    """Collects rows of pages until there are enough, or their text is long enough.

    A column in which most rows have no value, or the same one, is filled up to a row only when that row differs. Only
    the columns ``names`` are made; None for all. If ``encoded``, each name is stored once.
    """

    def __init__(self, most: int, most_text: int, names: Any = None, encoded: bool = True) -> None:
        asked: frozenset[str] = frozenset(COLUMNS if names is None else names)
        # whether these fields are asked for
        self.wants_reference: cython.bint = not asked.isdisjoint(("reference", "target", "raw"))
        self.wants_target: cython.bint = "target" in asked
        self.wants_raw: cython.bint = "raw" in asked
        self.wants_text: cython.bint = "text" in asked
        self.wants_more: cython.bint = not asked.isdisjoint(("raw", "alternates", "defanged", "partial"))
        self.most: cython.Py_ssize_t = most  # rows, and bytes of text, that are gathered at most
        self.most_text: cython.Py_ssize_t = most_text
        self.count = self.length = 0  # rows that were gathered, and the bytes of their texts
        self.full = False
        self.fields: list[str] = [name for name in _PLACES if name in asked]  # those of places
        self.places: list[Bytes] = [Bytes() for _ in self.fields]
        self.valid = Bytes()
        self.defanged = Bytes()
        self.partial = Bytes()
        references: Texts = Texts()
        self.texts: list[Texts] = [references, Texts(references), Texts(references), Texts(), Texts()]
        self.lists: list[Lists] = [Lists() for _ in _LISTS]
        self.sources: list[Source] = []
        code: cython.int
        for code in range(len(_SOURCES)):
            source: Source = Source(code, asked, encoded)
            if source.fields:
                self.sources.append(source)

    def add(self, page: Page, computed: tuple[Any, Any], begin: int) -> int:
        """Add the rows of a page from ``row`` on, as long as there is room; return the number of the next row.

        ``computed`` is the result of :func:`uri_extract.rows.computed` for the page.
        """
        first: cython.Py_ssize_t = begin
        end: cython.Py_ssize_t = min(page.count, begin + self.most - self.count)
        for i in range(len(self.sources)):
            source: Source = self.sources[i]
            source.last = -1  # the numbers of another page mean other objects
        end = self.add_text(page, computed[0], computed[1], first, end)
        for i in range(len(self.places)):
            place: Bytes = self.places[i]
            cell: cython.Py_ssize_t = _CELLS[self.fields[i]]
            place.longs(page.cells, first * layout.WIDTH + cell, layout.WIDTH, end - first)
        self.count += end - first
        self.full = self.full or self.count >= self.most
        return int(end)

    def add_text(
        self, page: Page, targets: Any, others: dict[Any, Any], begin: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Add these rows except their places, as long as there is room; return the number of the next row."""
        references: Texts = self.texts[0]
        all_targets: Texts = self.texts[1]
        raws: Texts = self.texts[2]
        texts: Texts = self.texts[3]
        unwrapped: Texts = self.texts[4]
        alternates: Lists = self.lists[0]
        errors: Lists = self.lists[1]
        hazards: Lists = self.lists[2]
        for row in range(begin, end):
            at: cython.Py_ssize_t = row * layout.WIDTH
            count: cython.Py_ssize_t = self.count + row - begin
            judged: tuple[Any, ...] | None = others.get(row) if others else None
            raw: Any = None
            target: Any = True if targets is None else targets[row]
            size: cython.Py_ssize_t = 0
            if self.wants_more and page.cells[at + layout.MORE]:
                more: Any = page.more(row)
                raw = more.raw
                self.length += alternates.put(more.details.alternates, count)
                if more.details.defanged:
                    self.defanged.fill(0, count - self.defanged.size)
                    self.defanged.octet(1)
                if more.details.partial:
                    self.partial.fill(0, count - self.partial.size)
                    self.partial.octet(1)
            if judged is None:
                if self.wants_reference:
                    size = page.cells[at + layout.SIZE]
                    page.put_reference(row, references.text)
                    references.added()
            else:
                if self.wants_reference:
                    reference: str = page.reference(row)
                    size = references.put(reference)
                    target = True if target == reference else target
                if not judged[0]:
                    self.valid.fill(1, count - self.valid.size)
                    self.valid.octet(0)
                self.length += errors.put(judged[1], count)
                self.length += hazards.put(judged[2], count)
                if judged[3] is not None:
                    unwrapped.fill(count)
                    self.length += unwrapped.put(judged[3])
            self.length += size
            if self.wants_target:
                self.length += all_targets.repeat(size) if target is True else all_targets.differ(target, count)
            if self.wants_raw:
                self.length += raws.repeat(size) if raw is None else raws.differ(raw, count)
            if self.wants_text and page.cells[at + layout.LINK_TEXT]:
                texts.fill(count)
                self.length += texts.put(page.link_text(row))
            for i in range(len(self.sources)):
                source: Source = self.sources[i]
                number: cython.longlong = page.cells[at + source.cell] >> source.shift & source.mask
                if source.code == _OF_BASES and page.cells[at + layout.BITS] & layout.FORM != layout.RELATIVE:
                    number = 0
                if number != source.last:
                    self.length += source.put(page, number, count)
                self.length += source.size
            if self.length >= self.most_text:
                self.full = True
                return row + 1
        return end

    def take(self) -> dict[str, Any]:
        """Return the collected columns by field, and start over; columns that were not requested are undefined.

        Integers are bytes, booleans are bits. A text column is its count, validity bits (None: all valid), ends after a
        zero, and text. An encoded name column is its count, validity bits, numbers, and the column of names. A list
        column is its count, ends, and the column of members.
        """
        source: Source
        self.valid.fill(1, self.count - self.valid.size)
        self.defanged.fill(0, self.count - self.defanged.size)
        self.partial.fill(0, self.count - self.partial.size)
        found: dict[str, Any] = {
            "valid": bits(self.valid.all()),
            "defanged": bits(self.defanged.all()),
            "partial": bits(self.partial.all()),
        }
        self.valid.clear()
        self.defanged.clear()
        self.partial.clear()
        for i in range(len(self.places)):
            place: Bytes = self.places[i]
            found[self.fields[i]] = place.take()
        for i in range(len(self.texts)):
            texts: Texts = self.texts[i]
            if texts.follows:
                found[_TEXTS[i]] = found[_TEXTS[0]]
                continue
            found[_TEXTS[i]] = texts.take(self.count)
        for i in range(len(self.lists)):
            lists: Lists = self.lists[i]
            found[_LISTS[i]] = lists.take(self.count)
        for source in self.sources:
            for i in range(len(source.names)):
                names: Names = source.names[i]
                found[source.fields[i]] = names.take(self.count)
        self.count = self.length = 0  # rows that were gathered, and the bytes of their texts
        self.full = False
        return found
