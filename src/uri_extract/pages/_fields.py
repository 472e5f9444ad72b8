"""The fields of a page's rows: what is computed of references, and columns of Python objects.

One source, two speeds, as the scan kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.pages import layout
from uri_extract.records import COMPUTED, NO_DETAILS, Details, Origin
from uri_extract.schema import CONTEXT

if cython.compiled:
    from cython.cimports.uri_extract.pages._page_c import Page, Targets
else:
    from uri_extract.pages._page import Page, Targets

_WIDTH = cython.declare(cython.Py_ssize_t, layout.WIDTH)
_DELIMITER = cython.declare(cython.longlong, layout.DELIMITER)
_KIND = cython.declare(cython.longlong, layout.KIND)
_KIND_SHIFT = cython.declare(cython.int, layout.KIND_SHIFT)
_URI = cython.declare(cython.longlong, layout.URI)
_RELATIVE = cython.declare(cython.longlong, layout.RELATIVE)
_FIRST = cython.declare(cython.longlong, layout.FIRST)
_DELIMITERS = cython.declare(tuple, layout.DELIMITERS)
_KINDS = cython.declare(tuple, layout.KINDS)
_NO_DETAILS = cython.declare(object, NO_DETAILS)
_NUMBERS = cython.declare(dict, {"start": layout.START, "end": layout.END, "line": layout.LINE, "column": layout.COLUMN})
_BASES = cython.declare(tuple, ("base", "base_from"))
_ORIGIN = cython.declare(tuple, Origin._fields)
_DETAILS = cython.declare(tuple, Details._fields)
_CONTEXT = cython.declare(tuple, CONTEXT)


def computed(page: Page) -> tuple[list[Any] | None, dict[int, Any]]:
    """Return the targets of the rows, and ``valid``, ``errors`` and ``hazards`` of those that are not plain, by number.

    The target of a URI that is its own target is True; in place of a list of those alone there is None.
    """
    targets: list[Any] | None = None
    others: dict[int, Any] = {}
    relative: Targets = Targets()
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    target: object
    for row in range(page.count):
        at = row * _WIDTH
        reference: str = page.reference(row)
        if page.grade(row, reference):
            if page.cells[at + 4] & _KIND == _URI:
                continue
            target = relative.of(reference, page.objects[page.cells[at + 8] & _FIRST])
        else:
            found: Any = page.occurrence(row)
            target, valid, errors, hazards = found.computed
            others[row] = (valid, errors, hazards)
        if targets is None:
            targets = [True] * page.count
        targets[row] = target
    return targets, others


def columns(page: Page, names: Any) -> dict[str, Any]:
    """Return fields of the rows by their names, each a list with a value for each row.

    Fields whose values are the same may be one list.
    """
    fields: Fields = Fields(page, not set(COMPUTED).isdisjoint(names))
    return {name: fields.column(name) for name in names}


@cython.cclass
class Fields:
    """Makes columns of a page; ``judged``: what is computed beside targets is asked for as well."""

    def __init__(self, page: Page, judged: bool) -> None:
        self.page = page
        self.judged = judged
        nothing: Any = None
        self.references = self.targets = self.others = nothing

    @cython.cfunc
    def column(self, name: str) -> object:
        """Return a column. Raises KeyError if there is no such field."""
        if name == "reference":
            return self.all_references()
        if name == "raw":
            return self.raws()
        if name == "target":
            return self.all_targets()
        if name in _NUMBERS:
            return self.numbers(_NUMBERS[name])
        if name == "delimiter" or name == "kind":
            return self.bits(name == "kind")
        if name in _BASES:
            return self.bases(_BASES.index(name))
        if name == "element" or name == "attribute":
            return self.members(7, name == "attribute", -1)
        if name == "text":
            return [self.page.link_text(row) for row in range(self.page.count)]
        if name == "rel":
            return self.members(11, False, -1)
        if name in _ORIGIN:
            return self.members(8, True, _ORIGIN.index(name))
        if name in _DETAILS:
            return self.details(_DETAILS.index(name))
        if name in _CONTEXT:
            return [getattr(self.page.occurrence(row), name, None) for row in range(self.page.count)]
        return self.judgements(COMPUTED.index(name))

    @cython.cfunc
    def all_references(self) -> list[Any]:
        if self.references is None:
            row: cython.Py_ssize_t
            self.references = [self.page.reference(row) for row in range(self.page.count)]
        return self.references

    @cython.cfunc
    def raws(self) -> list[Any]:
        raws: list[Any] = self.all_references()
        copied: cython.bint = False
        row: cython.Py_ssize_t
        for row in range(self.page.count):
            if self.page.cells[row * _WIDTH + 9]:
                raw: Any = self.page.more(row).raw  # type: ignore[attr-defined]
                if raw is not None:
                    if not copied:
                        raws = list(raws)
                        copied = True
                    raws[row] = raw
        return raws

    @cython.cfunc
    def all_targets(self) -> list[Any]:
        if not self.judged:
            return self.page.targets()
        self.compute()
        if self.targets is None:
            return self.all_references()
        references = self.all_references()
        row: cython.Py_ssize_t
        return [references[row] if self.targets[row] is True else self.targets[row] for row in range(self.page.count)]

    @cython.cfunc
    @cython.exceptval(-1)
    def compute(self) -> cython.int:
        if self.others is None:
            self.targets, self.others = computed(self.page)
        return 0

    @cython.cfunc
    def judgements(self, place: cython.Py_ssize_t) -> list[Any]:
        """Return ``valid``, ``errors`` or ``hazards``."""
        self.compute()
        column: list[Any] = [() if place else True] * self.page.count
        for row, values in self.others.items():
            column[row] = values[place]
        return column

    @cython.cfunc
    def numbers(self, place: cython.Py_ssize_t) -> list[Any]:
        row: cython.Py_ssize_t
        return [self.page.cells[row * _WIDTH + place] for row in range(self.page.count)]

    @cython.cfunc
    def bits(self, kinds: cython.bint) -> list[Any]:
        row: cython.Py_ssize_t
        cells = self.page.cells
        if kinds:
            return [_KINDS[(cells[row * _WIDTH + 4] & _KIND) >> _KIND_SHIFT] for row in range(self.page.count)]
        return [_DELIMITERS[cells[row * _WIDTH + 4] & _DELIMITER] for row in range(self.page.count)]

    @cython.cfunc
    def bases(self, place: cython.Py_ssize_t) -> list[Any]:
        """Return what bases have there; a reference with a scheme has none."""
        column: list[Any] = [None] * self.page.count
        row: cython.Py_ssize_t
        at: cython.Py_ssize_t
        for row in range(self.page.count):
            at = row * _WIDTH
            if self.page.cells[at + 4] & _KIND == _RELATIVE:
                bases: Any = self.page.objects[self.page.cells[at + 8] & _FIRST]
                column[row] = bases[place]
        return column

    @cython.cfunc
    def members(self, column: cython.Py_ssize_t, second: cython.bint, place: cython.Py_ssize_t) -> list[Any]:
        """Return the objects whose number is in a column, of the second ones the field there."""
        out: list[Any] = []
        number: cython.longlong
        last: cython.longlong = -1
        value: Any = None
        row: cython.Py_ssize_t
        for row in range(self.page.count):
            number = self.page.cells[row * _WIDTH + column]
            number = number >> 32 if second else number & _FIRST
            if number != last:
                last = number
                value = self.page.objects[number]
                if place >= 0:
                    value = value[place]
            out.append(value)
        return out

    @cython.cfunc
    def details(self, place: cython.Py_ssize_t) -> list[Any]:
        out: list[Any] = [_NO_DETAILS[place]] * self.page.count
        row: cython.Py_ssize_t
        for row in range(self.page.count):
            if self.page.cells[row * _WIDTH + 9]:
                more: Any = self.page.more(row)
                out[row] = more.details[place]
        return out
