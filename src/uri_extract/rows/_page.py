"""Pages: finished rows, their computed fields, and what is written of them."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from array import array
from functools import cache

import cython

from uri_extract._compat._typing import Any
from uri_extract._compat._variants import import_module
from uri_extract.rows.bases import NETWORK, encoding_of, is_opaque, resolves_alike, target_of
from uri_extract.rows.details import NO_DETAILS, Details, More, Origin
from uri_extract.rows.layout import DELIMITERS, FIRST, KINDS, REGIONS
from uri_extract.rows.records import COMPUTED, IN_MARKUP, PLAIN, Occurrence
from uri_extract.rows.schema import CONTEXT, REQUESTED
from uri_extract.rows.stored import with_values
from uri_extract.uri import _kernel
from uri_extract.uri._hazards import hazards_by_signs, names_by_signs
from uri_extract.uri.suffix import with_scheme

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
    from cython.cimports.cpython.object import PyTypeObject
    from cython.cimports.cpython.unicode import PyUnicode_DATA
    from cython.cimports.libc.stdlib import free, malloc
    from cython.cimports.libc.string import memcpy
    from cython.cimports.uri_extract.rows._memory import PyUnicode_New, is_ascii, new_object, set_objects
    from cython.cimports.uri_extract.rows._stored import Shared, Values
    from cython.cimports.uri_extract.uri._kernel import is_plain_at
else:
    from uri_extract._compat._ascii import (
        COLON,
        DELETE,
        DOT,
        LINE_FEED,
        NUMBER_SIGN,
        QUESTION_MARK,
        SLASH,
        SMALL_C,
        SPACE,
    )  # fmt: skip
    from uri_extract.rows import layout
    from uri_extract.rows._bytes import Bytes
    from uri_extract.uri import signs
    from uri_extract.uri._kernel import plain_uri, repaired, settled


# -- The memory of rows, reused from page to page: to allocate it takes as long as to fill it --------------------------

# The limits, in rows, of memory that is kept for other pages; the most blocks that are kept.
_LEAST = cython.declare(cython.Py_ssize_t, 256)
_MOST = cython.declare(cython.Py_ssize_t, 1 << 15)
_SPARES = cython.declare(cython.int, 4)
if cython.compiled:
    _spare = cython.declare(cython.p_longlong[4])
    _spare_rooms = cython.declare(cython.Py_ssize_t[4])
    _spare_count = cython.declare(cython.int, 0)


class Cells:
    """Memory for at least ``room`` rows, not initialised; interpreted, an array of zeros."""

    def __init__(self, room: int = 0) -> None:
        if not cython.compiled:
            self.data: cython.p_longlong = array("q", bytes(8 * room * layout.WIDTH))
            self.room: cython.Py_ssize_t = room
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
    cells: Cells = Cells(len(octets) // (8 * layout.WIDTH))
    if not cython.compiled:
        cells.data = array("q", octets)
    else:
        data: cython.p_const_char = octets
        memcpy(cells.data, data, len(octets))
    return cells


# -- Compute the targets of plain relative references ------------------------------------------------------------------


@cython.cclass
class Targets:
    """Computes the targets of plain relative references, and keeps prefixes from the last base."""

    def __init__(self) -> None:
        unknown: Any = None
        self.bases = self.base = self.scheme = self.prefix = self.before = self.above = self.before_fragment = unknown
        self.rooted = self.networked = False
        self.cut = 0

    def of(self, reference: str, bases: Any) -> str | None:
        """Return the target of a relative reference that ``is_plain`` accepts; None if it has no target."""
        if cython.compiled:  # it is ASCII
            data: cython.p_const_uchar = cython.cast(cython.p_const_uchar, PyUnicode_DATA(reference))
        else:
            data = reference.encode()
        before: str | None = self.preceding(data, 0, len(reference), bases)
        if before is not None:
            return before + reference[self.cut :]
        return None if self.base is None else target_of(bases, reference)

    def preceding(
        self, data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, bases: Any
    ) -> Any:  # fmt: skip
        """Return the text before the reference, from ``begin`` to ``end``, in its target; None if it needs more work.

        Set ``cut``: the target does not have the first ``cut`` bytes of the reference.
        """
        if bases is not self.bases:
            self.know(bases)
        self.cut = 0
        if begin == end:
            return None
        if not self.rooted and not (
            self.networked and end - begin > 2 and data[begin] == SLASH and data[begin + 1] == SLASH
        ):
            return None
        for i in range(begin + 1, end):
            if data[i] == DOT and data[i - 1] == SLASH:
                return None
        if data[begin] == SLASH:
            return self.scheme if begin + 1 < end and data[begin + 1] == SLASH else self.prefix
        if data[begin] == NUMBER_SIGN:
            return self.before_fragment
        if data[begin] == QUESTION_MARK:
            return None
        if data[begin] != DOT:
            return self.before
        if end - begin < 3 or data[begin + 1] != DOT or data[begin + 2] != SLASH:
            return None
        self.cut = 3
        return self.above

    def know(self, bases: Any) -> cython.int:
        """Set the prefixes of targets for a base."""
        self.bases = bases
        self.base = bases[0]
        root: Any = None if bases[0] is None else _kernel.resolve(bases[0], "/", True)
        self.rooted = root is not None and not root.endswith(":/")  # after an authority
        self.networked = self.base == NETWORK[0]  # a base only for network-path references
        if self.networked:
            self.scheme = self.base  # the text before an authority
        if self.rooted:
            self.prefix, self.scheme = root[:-1], root[: root.index(":") + 1]
            self.before, self.above = _kernel.resolve(bases[0], ".", True), _kernel.resolve(bases[0], "..", True)
            self.before_fragment = _kernel.resolve(bases[0], "", True)
        return 0


# -- The fields of a page's rows: computed fields of references, and columns of Python objects -------------------------

_FIRST = cython.declare(cython.longlong, FIRST)
_WEB = cython.declare(tuple, ("http://", "https://"))
_DELIMITERS = cython.declare(tuple, DELIMITERS)
_KINDS = cython.declare(tuple, KINDS)
_REGIONS = cython.declare(tuple, REGIONS)
_NO_DETAILS = cython.declare(object, NO_DETAILS)
_PLAIN = cython.declare(tuple, PLAIN)
# The ways to make the column of a field; each field has one with an argument.
_REFERENCE = cython.declare(cython.int, 0)
_RAW = cython.declare(cython.int, 1)
_TARGET = cython.declare(cython.int, 2)
_NUMBER = cython.declare(cython.int, 3)
_BIT = cython.declare(cython.int, 4)
_BASE = cython.declare(cython.int, 5)
_OBJECT = cython.declare(cython.int, 6)
_LINK_TEXT = cython.declare(cython.int, 7)
_DETAIL = cython.declare(cython.int, 8)
_AROUND = cython.declare(cython.int, 9)
_JUDGED = cython.declare(cython.int, 10)
_FIELDS = cython.declare(dict, {
    "reference": (_REFERENCE, None),
    "raw": (_RAW, None),
    "target": (_TARGET, None),
    "start": (_NUMBER, layout.START),
    "end": (_NUMBER, layout.END),
    "line": (_NUMBER, layout.LINE),
    "column": (_NUMBER, layout.COLUMN),
    "delimiter": (_BIT, False),
    "kind": (_BIT, True),
    "base": (_BASE, 0),
    "base_from": (_BASE, 1),
    "element": (_OBJECT, (layout.PLACE, False, -1)),
    "attribute": (_OBJECT, (layout.PLACE, True, -1)),
    "text": (_LINK_TEXT, None),
    "rel": (_OBJECT, (layout.REL, False, -1)),
    **{name: (_OBJECT, (layout.SOURCE, True, place)) for place, name in enumerate(Origin._fields)},
    **{name: (_DETAIL, place) for place, name in enumerate(Details._fields)},
    **{name: (_AROUND, name) for name in (*CONTEXT, *REQUESTED)},
    **{name: (_JUDGED, place) for place, name in enumerate(COMPUTED)},
})  # fmt: skip


def plain_target(page: Page, row: cython.Py_ssize_t) -> Any:
    """Return the target of a row that is a plain IRI, valid and without hazards; None for any other row."""
    at: cython.Py_ssize_t = row * layout.WIDTH
    if page.cells[at + layout.BITS] & layout.FORM != layout.IRI:
        return None
    if page.cells[at + layout.LINK_TEXT] and page.link_may_name_host(at):
        return None
    if encoding_of(page.objects[page.cells[at + layout.SOURCE] & _FIRST]) is not None:
        return None
    return plain_uri(page.reference(row))


def repaired_target(page: Page, row: cython.Py_ssize_t, relative: Targets) -> Any:
    """Return the target of a row of markup whose reference becomes a URI by percent-encoding; None for any other."""
    at: cython.Py_ssize_t = row * layout.WIDTH
    form: cython.longlong = page.cells[at + layout.BITS] & layout.FORM
    bases: Any = page.objects[page.cells[at + layout.SOURCE] & _FIRST]
    if form > layout.RELATIVE or _DELIMITERS[page.cells[at + layout.BITS] & layout.DELIMITER] not in IN_MARKUP:
        return None
    fixed: Any = None if encoding_of(bases) is not None else repaired(page.reference(row))
    if fixed is None or fixed.startswith(_WEB) == (form == layout.RELATIVE):
        return None
    if form != layout.RELATIVE:
        return fixed
    return relative.of(fixed, bases) if not is_opaque(bases) and resolves_alike(bases[0]) else None


def judged(page: Page, row: cython.Py_ssize_t, says: cython.bint) -> tuple[Any, ...]:
    """Return the computed fields of a row that is not plain (:attr:`~uri_extract.rows.records.Occurrence.computed`).

    If its target and hazards depend only on the reference, no occurrence is created. With ``says`` hazards have their
    sentences, and a name may occur more than once; otherwise they are names.
    """
    at: cython.Py_ssize_t = row * layout.WIDTH
    form: cython.longlong = page.cells[at + layout.BITS] & layout.FORM
    found: cython.int
    if form <= layout.IRI and not (page.cells[at + layout.LINK_TEXT] and page.link_may_name_host(at)):
        reference: str = page.reference(row)
        bases: Any = page.objects[page.cells[at + layout.SOURCE] & _FIRST]
        if form == layout.URI or encoding_of(bases) is None:
            target, found = settled(reference, form == layout.IRI)
            in_attribute: cython.bint = page.cells[at + layout.PLACE] >> layout.SECOND
            by_itself: cython.bint = not in_attribute or reference[:1] not in ("d", "D")  # data: depends on its element
            if target is not None and by_itself and not found & signs.NESTED and "%25" not in target:
                hazards: Any = (hazards_by_signs if says else names_by_signs)(reference, found)
                return target, True, (), hazards, None
    occurrence: Any = page.occurrence(row)
    return occurrence.computed


def computed(page: Page, names: Any = None) -> tuple[list[Any] | None, dict[int, Any]]:
    """Return the targets of the rows, and the other computed fields of rows that are not plain, by row number.

    The target of a URI that is its own target is True; if all are, the list is None. Only the fields in ``names`` are
    computed (None: all); other fields have the values of plain references.
    """
    wants_target: cython.bint = names is None or "target" in names
    judges: cython.bint = names is None or not set(COMPUTED).isdisjoint(names)
    targets: list[Any] | None = None
    others: dict[int, Any] = {}
    relative: Targets = Targets()
    for row in range(page.count):
        at: cython.Py_ssize_t = row * layout.WIDTH
        is_uri: cython.bint = page.cells[at + layout.BITS] & layout.FORM == layout.URI
        target: Any = None
        if page.grade(row) if judges else page.plain(row, False) == (2 if is_uri else 1):
            if is_uri:
                continue
            if wants_target:
                target = relative.of(page.reference(row), page.objects[page.cells[at + layout.SOURCE] & _FIRST])
        elif (plain := plain_target(page, row)) is not None:
            target = plain
        elif judges:
            of_row: tuple[Any, ...] = judged(page, row, False)
            target = of_row[0]
            others[row] = of_row[1:]
        else:
            target = page.occurrence(row).target if wants_target else None
            others[row] = _PLAIN
        if wants_target:
            if targets is None:
                targets = [True] * page.count
            targets[row] = target
    return targets, others


def columns(page: Page, names: Any) -> dict[str, Any]:
    """Return fields of the rows by name, each a list with a value for each row.

    Fields with equal values may share one list.
    """
    fields: Fields = Fields(page, not set(COMPUTED).isdisjoint(names))
    return {name: fields.column(name) for name in names}


class Fields:
    """Makes columns of a page; ``judged``: other computed fields than targets are needed too."""

    def __init__(self, page: Page, judged: bool) -> None:
        self.page = page
        self.judged: cython.bint = judged
        nothing: Any = None
        self.references: Any = nothing
        self.targets: Any = nothing
        self.others: Any = nothing
        self.nothings: Any = nothing

    def same(self, value: object) -> Any:
        """Return a column with this value in each row; the column of None is always the same list."""
        if value is not None:
            return [value] * self.page.count
        if self.nothings is None:
            self.nothings = [None] * self.page.count
        return self.nothings

    def is_same(self, place: cython.Py_ssize_t, mask: cython.longlong) -> cython.bint:
        """Return True if all rows have the same value in these bits of a column."""
        for row in range(1, self.page.count):
            if (self.page.cells[row * layout.WIDTH + place] ^ self.page.cells[place]) & mask:
                return False
        return self.page.count > 0

    def column(self, name: str) -> object:
        """Return a column. Raises KeyError if there is no such field."""
        code: cython.int
        code, argument = _FIELDS[name]
        if code == _REFERENCE:
            return self.all_references()
        if code == _RAW:
            return self.raws()
        if code == _TARGET:
            return self.all_targets()
        if code == _NUMBER:
            return self.numbers(argument)
        if code == _BIT:
            return self.bits(argument)
        if code == _BASE:
            return self.bases(argument)
        if code == _OBJECT:
            column, second, place = argument
            return self.members(column, second, place)
        if code == _LINK_TEXT:
            return self.link_texts()
        if code == _DETAIL:
            return self.details(argument)
        if code == _AROUND:
            return [getattr(self.page.occurrence(row), argument, None) for row in range(self.page.count)]
        return self.judgements(argument)

    def all_references(self) -> Any:
        if self.references is None:
            references: list[Any] = [None] * self.page.count
            for row in range(self.page.count):
                references[row] = self.page.reference(row)
            self.references = references
        return self.references

    def link_texts(self) -> Any:
        if self.is_same(layout.LINK_TEXT, -1) and not self.page.cells[layout.LINK_TEXT]:
            return self.same(None)
        column: list[Any] = [None] * self.page.count
        for row in range(self.page.count):
            if self.page.cells[row * layout.WIDTH + layout.LINK_TEXT]:
                column[row] = self.page.link_text(row)
        return column

    def raws(self) -> list[Any]:
        raws: list[Any] = self.all_references()
        copied: cython.bint = False
        for row in range(self.page.count):
            if self.page.cells[row * layout.WIDTH + layout.MORE]:
                more: Any = self.page.more(row)
                if more.raw is not None:
                    if not copied:
                        raws = list(raws)
                        copied = True
                    raws[row] = more.raw
        return raws

    def all_targets(self) -> Any:
        if not self.judged:
            targets: list[Any] = self.page.targets()
            return targets
        self.compute()
        if self.targets is None:
            return self.all_references()
        pairs = zip(self.all_references(), self.targets, strict=True)
        return [reference if target is True else target for reference, target in pairs]

    def compute(self) -> cython.int:
        if self.others is None:
            self.targets, self.others = computed(self.page)
        return 0

    def judgements(self, place: cython.Py_ssize_t) -> list[Any]:
        """Return the column of a computed field other than the target."""
        self.compute()
        column: list[Any] = [_PLAIN[place]] * self.page.count
        for row, values in self.others.items():
            column[row] = values[place]
        return column

    def numbers(self, place: cython.Py_ssize_t) -> list[Any]:
        column: list[Any] = [0] * self.page.count
        for row in range(self.page.count):
            column[row] = self.page.cells[row * layout.WIDTH + place]
        return column

    def bits(self, kinds: cython.bint) -> Any:
        if kinds and self.is_same(layout.BITS, layout.KIND):
            return self.same(_KINDS[(self.page.cells[layout.BITS] & layout.KIND) >> layout.KIND_SHIFT])
        column: list[Any] = [None] * self.page.count
        for row in range(self.page.count):
            bits: cython.longlong = self.page.cells[row * layout.WIDTH + layout.BITS]
            column[row] = (
                _KINDS[(bits & layout.KIND) >> layout.KIND_SHIFT] if kinds else _DELIMITERS[bits & layout.DELIMITER]
            )
        return column

    def bases(self, place: cython.Py_ssize_t) -> Any:
        """Return a column of a field of bases; None for references with a scheme."""
        if self.is_same(layout.BITS, layout.FORM) and self.page.cells[layout.BITS] & layout.FORM != layout.RELATIVE:
            return self.same(None)
        column: list[Any] = [None] * self.page.count
        for row in range(self.page.count):
            at: cython.Py_ssize_t = row * layout.WIDTH
            if self.page.cells[at + layout.BITS] & layout.FORM == layout.RELATIVE:
                bases: Any = self.page.objects[self.page.cells[at + layout.SOURCE] & _FIRST]
                column[row] = bases[place]
        return column

    def members(self, column: cython.Py_ssize_t, second: cython.bint, place: cython.Py_ssize_t) -> Any:
        """Return the objects with the numbers in a column; if ``place`` is not negative, that field of each object."""
        shift: cython.int = 32 if second else 0
        last: cython.longlong = -1
        value: Any = None
        same: cython.bint = self.is_same(column, ~_FIRST if second else _FIRST)
        out: list[Any] = []
        for row in range(self.page.count):
            number: cython.longlong = (self.page.cells[row * layout.WIDTH + column] >> shift) & _FIRST
            if number != last:
                last = number
                value = self.page.objects[number]
                if place >= 0:
                    value = value[place]
                if same:
                    return self.same(value)
            out.append(value)
        return out

    def details(self, place: cython.Py_ssize_t) -> list[Any]:
        out: list[Any] = self.same(_NO_DETAILS[place])
        if self.is_same(layout.MORE, -1) and not self.page.cells[layout.MORE]:
            return out
        out = list(out)
        for row in range(self.page.count):
            if self.page.cells[row * layout.WIDTH + layout.MORE]:
                more: Any = self.page.more(row)
                out[row] = more.details[place]
        return out


# -- Write pages as lines of text, and select the rows that are links --------------------------------------------------


def lines(page: Page, value: str) -> bytes:
    """Return a line for each row, in UTF-8: its ``value``, a field that is text, or the reference if that is None.

    If "nested" is None, "unwrapped" is used, and if that is None, the target. Bytes of the source that are not UTF-8
    stay unchanged.
    """
    if value not in ("target", "reference", "unwrapped", "nested"):
        return b"".join([_line(page, row, value) for row in range(page.count)])
    out: Bytes = Bytes()
    relative: Targets = Targets()
    targets: cython.bint = value != "reference"
    nested: cython.bint = value == "nested"
    unwrapped: cython.bint = nested or value == "unwrapped"
    text: cython.p_const_uchar = page.text
    window: cython.p_const_uchar = page.window
    text_size: cython.Py_ssize_t = len(page.text)
    window_size: cython.Py_ssize_t = len(page.window)
    size: cython.Py_ssize_t  # of the text or window with the row's reference
    cells: cython.p_longlong = page.cells
    for row in range(page.count):
        at: cython.Py_ssize_t = row * layout.WIDTH
        begin: cython.Py_ssize_t = cells[at + layout.TEXT]
        data: cython.p_const_uchar = text
        size = text_size
        if begin < 0:
            data = window
            size = window_size
            begin = -1 - begin
        end: cython.Py_ssize_t = begin + cells[at + layout.SIZE]
        if targets and (
            unwrapped or not cells[at + layout.BITS] & layout.OWN_LINE or _may_be_dotted(data, begin, end, size)
        ):  # fmt: skip
            bases: Any = page.objects[cells[at + layout.SOURCE] & _FIRST]
            form: cython.longlong = cells[at + layout.BITS] & layout.FORM
            if not (form == layout.RELATIVE and bases[0] is None):
                plainness: cython.int = page.plain(row, unwrapped)
                before: str | None = None
                if form == layout.RELATIVE and plainness == 1:
                    before = relative.preceding(data, begin, end, bases)
                    begin += relative.cut
                if before is not None:
                    out.put(before)
                elif form != layout.URI or plainness != 2:
                    if form == layout.RELATIVE and plainness == 1:
                        target: str | None = relative.of(page.reference(row), bases)
                    elif (plain := plain_target(page, row)) is not None or (
                        not unwrapped and (plain := repaired_target(page, row, relative)) is not None
                    ):  # fmt: skip
                        target = plain
                    else:
                        found: Any = page.occurrence(row)
                        target = found.nested if nested else None
                        target = target or (found.unwrapped if unwrapped else None) or found.target
                    if target is not None:
                        octets: bytes = target.encode("utf-8", "surrogateescape")
                        out.copy(octets, 0, len(octets))
                        out.octet(LINE_FEED)
                        continue
        if not cython.compiled:
            out.copy(data, begin, end - begin)
            out.octet(LINE_FEED)
            continue
        if out.size + end - begin >= out.room:
            out.grow(end - begin + 1)
        memcpy(out.data + out.size, data + begin, end - begin)
        out.size += end - begin + 1
        out.data[out.size - 1] = LINE_FEED
    whole: bytes = out.all()
    return whole


def links(page: Page, names: cython.bint, relative: cython.bint) -> tuple:  # type: ignore[type-arg]  # as in the .pxd
    """Return a page with only the links, and the number of rows left out for each reason.

    Names of namespaces and schemas are left out, unless ``names``; and, unless ``relative``, same-document references
    (RFC 3986 §4.4: empty, or only a fragment; a part of the same mail) and relative ones without a usable base.
    """
    named: cython.Py_ssize_t = 0
    inside: cython.Py_ssize_t = 0
    unresolved: cython.Py_ssize_t = 0
    asked: cython.longlong = -1  # the last source
    is_based: cython.bint = False  # it has a base
    kept: list[int] | None = None
    for row in range(page.count):
        at: cython.Py_ssize_t = row * layout.WIDTH
        kind: cython.longlong = page.cells[at + layout.BITS] & layout.KIND
        if kind == layout.RELATIVE and not relative:
            source: cython.longlong = page.cells[at + layout.SOURCE] & _FIRST
            if source != asked:  # most rows of a page have the same
                asked = source
                is_based = has_base(page, source)
        if kind != layout.URI and not names and kind & layout.NAMESPACE:
            named += 1
        elif kind <= layout.RELATIVE and not relative and is_inside(page, at, kind):
            inside += 1
        elif kind == layout.RELATIVE and not relative and not is_based:
            unresolved += 1
        else:
            if kept is not None:
                kept.append(row)
            continue
        if kept is None:
            kept = list(range(row))
    return (page if kept is None else page.select(kept)), named, inside, unresolved


def is_inside(page: Page, at: cython.Py_ssize_t, kind: cython.longlong) -> cython.int:
    """Return True if the reference of the row at cell ``at`` is to its document: empty, a fragment, or ``cid:``."""
    begin: cython.Py_ssize_t = page.cells[at + layout.TEXT]
    data: cython.p_const_uchar = page.window if begin < 0 else page.text
    begin = -1 - begin if begin < 0 else begin
    if kind == layout.RELATIVE:
        return page.cells[at + layout.SIZE] == 0 or data[begin] == NUMBER_SIGN
    return data[begin] | 32 == SMALL_C and data[begin : begin + 4].lower() == b"cid:"  # a part of the mail (RFC 2392)


def has_base(page: Page, source: cython.Py_ssize_t) -> cython.int:
    """Return True if the object with this number is a base for relative references other than fragments."""
    bases: Any = page.objects[source]
    return bases[0] is not None and not is_opaque(bases)


def _line(page: Page, row: cython.Py_ssize_t, value: str) -> bytes:
    occurrence: Any = page.occurrence(row)
    text: str = getattr(occurrence, value) or occurrence.reference
    return text.encode("utf-8", "surrogateescape") + b"\n"


@cython.cfunc
@cython.inline
@cython.exceptval(-1, check=False)
def _may_be_dotted(
    data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, size: cython.Py_ssize_t
) -> cython.bint:
    """Return True if a segment of a reference may begin with a dot; compiled, also for one shortly after it.

    Compiled, 64 bytes are tested although most references are shorter: a C compiler can compare 16 bytes at once, and
    no branch depends on the length.
    """
    if not cython.compiled:
        return data.find(b"/.", begin, end) >= 0 or data.find(b":.", begin, end) >= 0
    dotted: cython.uchar = 0
    begin += 1
    while begin < end and begin + 64 <= size:
        for i in range(begin, begin + 64):
            before: cython.uchar = data[i - 1]
            dotted |= (data[i] == DOT) & ((before == SLASH) | (before == COLON))
        begin += 64
    for i in range(begin, end):
        dotted |= (data[i] == DOT) & ((data[i - 1] == SLASH) | (data[i - 1] == COLON))
    return dotted != 0


# -- Pages: finished rows, and their computed fields -------------------------------------------------------------------

if cython.compiled and not issubclass(Occurrence, Values):
    raise ImportError("the compiled kernel needs compiled occurrences")
# That module uses pages, so it is imported on demand.
_in_context = cython.declare(object, cache(lambda: import_module("uri_extract.rows.in_context").InContext))
_LINK_SIZE = cython.declare(cython.longlong, (1 << layout.LINK_SHIFT) - 1)
_NO_MORE = cython.declare(object, More())
_OCCURRENCE = cython.declare(object, Occurrence)
_WITH_VALUES = cython.declare(object, with_values)
# The number of slots for objects that occurrences share; a hash of an object's numbers chooses the slot.
_KNOWN = cython.declare(cython.Py_ssize_t, 16)


@cython.cfunc
@cython.inline
def _decoded(data: cython.p_const_uchar, begin: cython.Py_ssize_t, size: cython.Py_ssize_t, plain: cython.bint) -> str:
    """Return bytes of a page as text: UTF-8, other bytes as surrogate escapes. ``plain`` text is ASCII."""
    text: str
    if cython.compiled and (plain or is_ascii(data + begin, size)):
        text = PyUnicode_New(size, 127)
        memcpy(PyUnicode_DATA(text), data + begin, size)
        return text
    text = data[begin : begin + size].decode("utf-8", "surrogateescape")
    return text


class Page:
    """Finished rows, with their text and objects. Immutable; it can be pickled.

    ``documents`` are the documents embedded in the one that was read, each with the number of the row that follows it.
    """

    def __init__(
        self, count: int = 0, rows: Cells | None = None, text: bytes = b"", objects: list[Any] | None = None,
        window: bytes = b"", documents: list[tuple[int, Any]] | None = None,
    ) -> None:  # fmt: skip
        self.count = count
        self.rows: Cells = Cells(0) if rows is None else rows
        self.cells: cython.p_longlong = self.rows.data  # the data of rows
        self.text = text
        self.objects: list[Any] = [None] if objects is None else objects
        self.window = window
        self.documents: list[Any] = [] if documents is None else documents

    def __len__(self) -> int:
        return self.count

    def __reduce__(self) -> tuple[Any, ...]:
        page: Page = self.without_window()
        return page_of_parts, (page.count, page.rows.octets(page.count), page.text, page.objects, page.documents)

    def without_window(self) -> Page:
        """Return a page with the same rows that has only their text and objects."""
        text: Bytes = Bytes()
        rows: Cells = self.rows.copy(0, self.count, self.count)
        objects: list[Any] = [None]
        numbers: dict[Any, Any] = {0: 0}
        last: cython.longlong[2]
        renumbered: cython.longlong[2]
        last = [0, 0]
        renumbered = [0, 0]
        for row in range(self.count):
            at: cython.Py_ssize_t = row * layout.WIDTH
            rows.data[at + layout.TEXT] = text.size
            self.copy_reference(row, text)
            for column in range(2):
                pair: cython.longlong = rows.data[at + layout.PLACE + column]
                if pair != last[column]:
                    last[column] = pair
                    renumbered[column] = self.renumber(pair >> 32, numbers, objects) << 32
                    renumbered[column] |= self.renumber(pair & _FIRST, numbers, objects)
                rows.data[at + layout.PLACE + column] = renumbered[column]
            if rows.data[at + layout.MORE]:
                rows.data[at + layout.MORE] = self.renumber(rows.data[at + layout.MORE], numbers, objects)
            link: cython.longlong = rows.data[at + layout.LINK_TEXT]
            if link:
                rows.data[at + layout.LINK_TEXT] = text.size << layout.LINK_SHIFT | link & _LINK_SIZE
                text.copy(self.text, link >> layout.LINK_SHIFT, (link & _LINK_SIZE) - 1)
            if rows.data[at + layout.REL]:
                rows.data[at + layout.REL] = self.renumber(rows.data[at + layout.REL], numbers, objects)
        return Page(self.count, rows, text.all(), objects, b"", self.documents)

    def renumber(self, number: cython.longlong, numbers: dict[Any, Any], objects: list[Any]) -> cython.longlong:
        """Return the number of an object in other ``objects``, adding it if it is new."""
        known = numbers.get(number)
        if known is None:
            known = numbers[number] = len(objects)
            objects.append(self.objects[number])
        return known

    def copy_reference(self, row: cython.Py_ssize_t, out: Bytes) -> cython.int:
        """Add the reference of a row and a line feed to ``out``."""
        self.put_reference(row, out)
        out.octet(10)
        return 0

    def put_reference(self, row: cython.Py_ssize_t, out: Bytes) -> cython.int:
        at: cython.Py_ssize_t = row * layout.WIDTH
        if self.cells[at + layout.TEXT] < 0:
            out.copy(self.window, -1 - self.cells[at + layout.TEXT], self.cells[at + layout.SIZE])
        else:
            out.copy(self.text, self.cells[at + layout.TEXT], self.cells[at + layout.SIZE])
        return 0

    # -- rows --------------------------------------------------------------------------------------------------------

    def part(self, begin: int, end: int) -> Page:
        """Return a page of the rows from ``begin`` to ``end``, without embedded documents."""
        if begin == 0 and end >= self.count:
            return Page(self.count, self.rows, self.text, self.objects, self.window)
        rows = self.rows.copy(begin, end - begin, end - begin)
        return Page(end - begin, rows, self.text, self.objects, self.window)

    def select(self, numbers: list[int]) -> Page:
        rows: Cells = Cells(len(numbers))
        for at in range(len(numbers)):
            rows.put(at, self.rows, numbers[at], 1)
        return Page(len(numbers), rows, self.text, self.objects, self.window)

    def more(self, row: cython.Py_ssize_t) -> Any:
        """Return the rare fields of a row, a :class:`~uri_extract.rows.details.More`."""
        number: cython.longlong = self.cells[row * layout.WIDTH + layout.MORE]
        return self.objects[number] if number else _NO_MORE

    def is_partial(self, row: cython.Py_ssize_t) -> cython.bint:
        """Return True if the reference of a row is known to be only a part of one."""
        if not self.cells[row * layout.WIDTH + layout.MORE]:
            return False
        partial: cython.bint = self.more(row).details.partial
        return partial

    def is_plain(self, row: cython.Py_ssize_t) -> cython.bint:
        """Return True if the reference of a row is certainly valid."""
        return self.plain(row, False) > 0

    def bits(self, row: cython.Py_ssize_t) -> cython.longlong:
        """Return the bits of a row (:mod:`uri_extract.rows.layout`)."""
        return self.cells[row * layout.WIDTH + layout.BITS]

    def reference(self, row: cython.Py_ssize_t) -> str:
        at: cython.Py_ssize_t = row * layout.WIDTH
        begin: cython.Py_ssize_t = self.cells[at + layout.TEXT]
        data: cython.p_const_uchar = self.window if begin < 0 else self.text
        plain: cython.bint = self.cells[at + layout.BITS] & layout.OWN_LINE
        text: str = _decoded(data, -1 - begin if begin < 0 else begin, self.cells[at + layout.SIZE], plain)
        return text

    def link_text(self, row: cython.Py_ssize_t) -> Any:
        link: cython.longlong = self.cells[row * layout.WIDTH + layout.LINK_TEXT]
        if not link:
            return None
        data: cython.p_const_uchar = self.text
        begin: cython.longlong = link >> layout.LINK_SHIFT
        return _decoded(data, begin, (link & _LINK_SIZE) - 1, False)

    # -- occurrences -------------------------------------------------------------------------------------------------

    def occurrences(self) -> list[Occurrence]:
        """Return the occurrences of the rows."""
        found: list[Occurrence] = []
        few: cython.bint = not cython.compiled or self.count < 4
        known: list[Any] = [] if few else [None] * _KNOWN
        for row in range(self.count):
            # Cython compiles a comprehension to a separate function.
            found.append(self.make(row) if few else self.make_alike(row, known))  # noqa: PERF401
        return found

    def occurrence(self, row: cython.Py_ssize_t) -> Any:
        return self.make(row)

    @cython.final
    def make(self, row: cython.Py_ssize_t) -> object:
        """Return the occurrence of a row; the one place that maps rows to occurrences."""
        at: cython.Py_ssize_t = row * layout.WIDTH
        bits: cython.longlong = self.cells[at + layout.BITS]
        place: cython.longlong = self.cells[at + layout.PLACE]
        source: cython.longlong = self.cells[at + layout.SOURCE]
        objects: list[Any] = self.objects
        more: Any = self.more(row)
        raw, details, context = more
        reference: object = self.reference(row)
        values = (
            reference, reference if raw is None else raw, self.cells[at], self.cells[at + layout.END],
            self.cells[at + layout.LINE], self.cells[at + layout.COLUMN], _DELIMITERS[bits & layout.DELIMITER],
            _KINDS[(bits & layout.KIND) >> layout.KIND_SHIFT], objects[source & _FIRST], objects[place & _FIRST],
            objects[place >> 32], self.link_text(row), objects[self.cells[at + layout.REL]], objects[source >> 32],
            details, _REGIONS[(bits & layout.REGION) >> layout.REGION_SHIFT],
        )  # fmt: skip
        if context is None:
            return _WITH_VALUES(_OCCURRENCE, values)
        around: Any = _WITH_VALUES(_in_context(), values)
        around._around = context
        return around

    @cython.final
    def make_alike(self, row: cython.Py_ssize_t, known: list[Any]) -> object:
        """Return the same as :meth:`make`; compiled only. ``known`` has objects that other occurrences share."""
        at: cython.Py_ssize_t = row * layout.WIDTH
        bits: cython.longlong = self.cells[at + layout.BITS] & (layout.DELIMITER | layout.KIND | layout.REGION)
        place: cython.longlong = self.cells[at + layout.PLACE]
        source: cython.longlong = self.cells[at + layout.SOURCE]
        bases: cython.longlong = source & _FIRST
        rel: cython.longlong = self.cells[at + layout.REL]
        mixed: cython.longlong = bits ^ bits >> 4 ^ bits >> 16 ^ place ^ (place >> 32) * 3 ^ bases * 5 ^ rel * 7
        slot: cython.Py_ssize_t = mixed & (_KNOWN - 1)
        shared: Shared = cython.cast(Shared, known[slot])
        if self.cells[at + layout.MORE]:
            return self.make(row)
        if (
            shared is None
            or shared.bits != bits
            or shared.place != place
            or shared.bases_number != bases
            or shared.rel_number != rel
        ):
            made: Values = self.make(row)
            shared = known[slot] = made.shared
            shared.bits, shared.place, shared.bases_number, shared.rel_number = bits, place, bases, rel
            return made
        reference: object = self.reference(row)
        text: object = self.link_text(row) if self.cells[at + layout.LINK_TEXT] else None
        origin: object = self.objects[source >> 32]
        made = new_object(cython.cast(cython.pointer(PyTypeObject), _OCCURRENCE))
        set_objects(made, reference, text, origin, shared)
        made.own_start = self.cells[at]
        made.own_end = self.cells[at + layout.END]
        made.own_line = self.cells[at + layout.LINE]
        made.own_column = self.cells[at + layout.COLUMN]
        return made

    # -- computed fields ---------------------------------------------------------------------------------------------

    def grade(self, row: cython.Py_ssize_t) -> cython.int:
        """Return True if the row is a plain reference, valid and without hazards, whose link text names no host.

        See :data:`uri_extract.uri._kernel.is_plain`. A plain URI is its own target.
        """
        at: cython.Py_ssize_t = row * layout.WIDTH
        form: cython.longlong = self.cells[at + layout.BITS] & layout.FORM
        if (form > layout.URI and form != layout.RELATIVE) or (
            self.cells[at + layout.LINK_TEXT] and self.link_may_name_host(at)
        ):
            return 0
        return self.plain(row, True) == (2 if form == layout.URI else 1)

    def plain(self, row: cython.Py_ssize_t, hazards: cython.bint) -> cython.int:
        """Return ``is_plain`` of a row's reference; without ``hazards``, signs that leave the target may not count."""
        if not cython.compiled:
            return _kernel.is_plain(self.reference(row))
        begin: cython.Py_ssize_t = self.cells[row * layout.WIDTH + layout.TEXT]
        data: cython.p_const_uchar = self.window if begin < 0 else self.text
        return is_plain_at(
            data + (-1 - begin if begin < 0 else begin), self.cells[row * layout.WIDTH + layout.SIZE], hazards
        )

    def link_may_name_host(self, at: cython.Py_ssize_t) -> cython.bint:
        """Return True if the link text of the row at cell ``at`` may name a host: one word with a dot or colon."""
        link: cython.longlong = self.cells[at + layout.LINK_TEXT]
        begin: cython.Py_ssize_t = link >> layout.LINK_SHIFT
        end: cython.Py_ssize_t = begin + (link & _LINK_SIZE) - 1
        data: cython.p_const_uchar = self.text
        marked: cython.bint = False
        for i in range(begin, end):
            if data[i] == SPACE:
                return False
            marked = marked or data[i] == DOT or data[i] == COLON or data[i] > DELETE
        return marked

    def targets(self) -> list[Any]:
        out: list[Any] = []
        relative: Targets = Targets()
        for row in range(self.count):
            at: cython.Py_ssize_t = row * layout.WIDTH
            form: cython.longlong = self.cells[at + layout.BITS] & layout.FORM
            bases: Any = self.objects[self.cells[at + layout.SOURCE] & _FIRST]
            if form == layout.RELATIVE and bases[0] is None:
                out.append(None)
                continue
            plainness: cython.int = self.plain(row, False)
            if form == layout.URI and plainness == 2:
                out.append(self.reference(row))
            elif form == layout.RELATIVE and plainness == 1:
                out.append(relative.of(self.reference(row), bases))
            elif form == layout.SUFFIX and _kernel.is_plain(whole := with_scheme(self.reference(row))) == 2:
                out.append(whole)
            elif (fixed := repaired_target(self, row, relative)) is not None:
                out.append(fixed)
            else:
                found: Any = self.occurrence(row)
                out.append(found.target)
        return out

    def lines(self, value: str = "target") -> bytes:
        """Return a line for each row, in UTF-8: its ``value``, a field that is text, or the reference if that is None.

        Bytes of the source that are not UTF-8 stay unchanged.
        """
        out: bytes = lines(self, value)
        return out

    def columns(self, names: Any) -> dict[str, Any]:
        """Return fields by name, each a list with a value for each row.

        Fields with equal values may share one list. Raises KeyError for a name that is not a field.
        """
        found: dict[str, Any] = columns(self, names)
        return found


def page_of_parts(count: int, rows: bytes, text: bytes, objects: list[Any], documents: list[tuple[int, Any]]) -> Page:
    return Page(count, cells_of(rows), text, objects, b"", documents)


def page_of(rows: Any, count: cython.Py_ssize_t, others: cython.bint = False) -> Page:
    """Take the first ``count`` rows out of a table and return a page of them.

    ``others``: other tables of its pool have rows.
    """
    page: Page = Page.__new__(Page)
    taken: tuple[Any, ...] = rows.take(count, others)
    page.count, page.rows, page.text, page.objects, page.window = taken
    page.cells = page.rows.data
    page.documents = []
    return page


# -- Offsets in characters, for text that was given as a str -----------------------------------------------------------


def in_characters(page: Page, data: bytes) -> Page:
    """Return a page with offsets in characters; ``data`` is the text in UTF-8. Its rows must be in order.

    Each byte is counted once.
    """
    rows: Cells = page.rows.copy(0, page.count, page.count)
    cells: cython.p_longlong = rows.data
    at: cython.Py_ssize_t = 0
    characters: cython.Py_ssize_t = 0
    line: cython.Py_ssize_t = 0
    line_characters: cython.Py_ssize_t = 0
    for row in range(page.count):
        cell: cython.Py_ssize_t = row * layout.WIDTH
        start: cython.Py_ssize_t = cells[cell]
        end: cython.Py_ssize_t = cells[cell + layout.END]
        begin: cython.Py_ssize_t = start - cells[cell + layout.COLUMN] + 1
        if begin > line:
            line, line_characters = begin, characters + _characters(data, at, begin)
        if line > at:
            at, characters = line, line_characters
        characters += _characters(data, at, start)
        at = start
        cells[cell] = characters
        cells[cell + layout.END] = characters + _characters(data, at, end)
        cells[cell + layout.COLUMN] = characters - line_characters + 1
    return Page(page.count, rows, page.text, page.objects, page.window)


def _characters(utf8: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the number of characters between two offsets; a C compiler counts 16 bytes at once."""
    if not cython.compiled:
        return len(utf8[begin:end].decode("utf-8", "surrogatepass"))
    data: cython.p_const_uchar = utf8
    following: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t = begin
    while end - at >= 192:
        of_block: cython.uchar = 0
        for i in range(192):
            of_block += data[at + i] & 0xC0 == 0x80
        following += of_block
        at += 192
    for i in range(at, end):
        following += data[i] & 0xC0 == 0x80
    return end - begin - following
