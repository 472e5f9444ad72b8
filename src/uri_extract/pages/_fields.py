"""The fields of a page's rows: computed fields of references, and columns of Python objects.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator, no-any-return"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.bases import encoding_of
from uri_extract.details import NO_DETAILS, Details, Origin
from uri_extract.pages.layout import DELIMITERS, FIRST, KINDS
from uri_extract.records import COMPUTED, PLAIN
from uri_extract.schema import CONTEXT, REQUESTED
from uri_extract.uri.hazards import hazards_by_signs, names_by_signs

if not cython.compiled:
    from uri_extract.pages import layout
    from uri_extract.pages._page import Page
    from uri_extract.pages._targets import Targets
    from uri_extract.uri import signs
    from uri_extract.uri._backend import plain_uri, settled

_FIRST = cython.declare(cython.longlong, FIRST)
_DELIMITERS = cython.declare(tuple, DELIMITERS)
_KINDS = cython.declare(tuple, KINDS)
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


def judged(page: Page, row: cython.Py_ssize_t, says: cython.bint) -> tuple[Any, ...]:
    """Return the computed fields of a row that is not plain (:attr:`~uri_extract.records.Occurrence.computed`).

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
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    for row in range(page.count):
        at = row * layout.WIDTH
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


@cython.cclass
class Fields:
    """Makes columns of a page; ``judged``: other computed fields than targets are needed too."""

    def __init__(self, page: Page, judged: bool) -> None:
        self.page = page
        self.judged = judged
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
        row: cython.Py_ssize_t
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
            row: cython.Py_ssize_t
            references: list[Any] = [None] * self.page.count
            for row in range(self.page.count):
                references[row] = self.page.reference(row)
            self.references = references
        return self.references

    def link_texts(self) -> Any:
        if self.is_same(layout.LINK_TEXT, -1) and not self.page.cells[layout.LINK_TEXT]:
            return self.same(None)
        row: cython.Py_ssize_t
        column: list[Any] = [None] * self.page.count
        for row in range(self.page.count):
            if self.page.cells[row * layout.WIDTH + layout.LINK_TEXT]:
                column[row] = self.page.link_text(row)
        return column

    def raws(self) -> list[Any]:
        raws: list[Any] = self.all_references()
        copied: cython.bint = False
        row: cython.Py_ssize_t
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
        row: cython.Py_ssize_t
        column: list[Any] = [0] * self.page.count
        for row in range(self.page.count):
            column[row] = self.page.cells[row * layout.WIDTH + place]
        return column

    def bits(self, kinds: cython.bint) -> Any:
        row: cython.Py_ssize_t
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
        row: cython.Py_ssize_t
        at: cython.Py_ssize_t
        for row in range(self.page.count):
            at = row * layout.WIDTH
            if self.page.cells[at + layout.BITS] & layout.FORM == layout.RELATIVE:
                bases: Any = self.page.objects[self.page.cells[at + layout.SOURCE] & _FIRST]
                column[row] = bases[place]
        return column

    def members(self, column: cython.Py_ssize_t, second: cython.bint, place: cython.Py_ssize_t) -> Any:
        """Return the objects with the numbers in a column; if ``place`` is not negative, that field of each object."""
        shift: cython.int = 32 if second else 0
        number: cython.longlong
        last: cython.longlong = -1
        value: Any = None
        row: cython.Py_ssize_t
        same: cython.bint = self.is_same(column, ~_FIRST if second else _FIRST)
        out: list[Any] = []
        for row in range(self.page.count):
            number = (self.page.cells[row * layout.WIDTH + column] >> shift) & _FIRST
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
        row: cython.Py_ssize_t
        for row in range(self.page.count):
            if self.page.cells[row * layout.WIDTH + layout.MORE]:
                more: Any = self.page.more(row)
                out[row] = more.details[place]
        return out
