"""Pages: finished rows, and their computed fields. One source, two speeds, like the scan kernel."""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from functools import cache

from uri_extract._typing import Any
from uri_extract._variants import import_module

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.details import More
from uri_extract.pages.layout import DELIMITERS, FIRST, KINDS
from uri_extract.records import Occurrence
from uri_extract.stored import with_values
from uri_extract.uri import _backend
from uri_extract.uri.suffix import with_scheme

if cython.compiled:
    from cython.cimports.cpython.object import PyTypeObject
    from cython.cimports.cpython.unicode import PyUnicode_DATA
    from cython.cimports.libc.string import memcpy
    from cython.cimports.uri_extract._stored_c import Shared, Values
    from cython.cimports.uri_extract.pages._memory import PyUnicode_New, is_ascii, new_object, set_objects
    from cython.cimports.uri_extract.uri._kernel_c import is_plain_at
else:
    from uri_extract._ascii import COLON, DELETE, DOT, SPACE
    from uri_extract.pages import layout
    from uri_extract.pages._bytes import Bytes
    from uri_extract.pages._cells import Cells
    from uri_extract.pages._targets import Targets

_CELLS = "uri_extract.pages._cells_c" if cython.compiled else "uri_extract.pages._cells"
_FIELDS_OF_ROWS = "uri_extract.pages._fields_c" if cython.compiled else "uri_extract.pages._fields"
_LINES = "uri_extract.pages._lines_c" if cython.compiled else "uri_extract.pages._lines"
if cython.compiled and not issubclass(Occurrence, Values):
    raise ImportError("the compiled kernel needs compiled occurrences")
# Modules that use pages import this module, so it imports them on demand.
_module = cython.declare(object, cache(import_module))
_LINK_SIZE = cython.declare(cython.longlong, (1 << layout.LINK_SHIFT) - 1)
_FIRST = cython.declare(cython.longlong, FIRST)
_DELIMITERS = cython.declare(list, [*DELIMITERS])
_KINDS = cython.declare(list, [*KINDS])
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


@cython.cclass
class Page:
    """Finished rows, with their text and objects. Immutable; it can be pickled.

    ``documents`` are the documents embedded in the one that was read, each with the number of the row that follows it.
    """

    def __init__(
        self, count: int = 0, rows: Cells | None = None, text: bytes = b"", objects: list[Any] | None = None,
        window: bytes = b"", documents: list[tuple[int, Any]] | None = None,
    ) -> None:  # fmt: skip
        self.count = count
        self.rows = Cells(0) if rows is None else rows
        self.cells = self.rows.data
        self.text = text
        self.objects = [None] if objects is None else objects
        self.window = window
        self.documents = [] if documents is None else documents

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
        row: cython.Py_ssize_t
        at: cython.Py_ssize_t
        column: cython.Py_ssize_t
        pair: cython.longlong
        last: cython.longlong[2]
        renumbered: cython.longlong[2]
        last = [0, 0]
        renumbered = [0, 0]
        for row in range(self.count):
            at = row * layout.WIDTH
            rows.data[at + layout.TEXT] = text.size
            self.copy_reference(row, text)
            for column in range(2):
                pair = rows.data[at + layout.PLACE + column]
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
        """Add the reference of a row to ``out``."""
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
        """Return a page of the rows with these numbers."""
        rows: Cells = Cells(len(numbers))
        at: cython.Py_ssize_t
        for at in range(len(numbers)):
            rows.put(at, self.rows, numbers[at], 1)
        return Page(len(numbers), rows, self.text, self.objects, self.window)

    def more(self, row: cython.Py_ssize_t) -> Any:
        """Return the rare fields of a row, a :class:`~uri_extract.details.More`."""
        number: cython.longlong = self.cells[row * layout.WIDTH + layout.MORE]
        return self.objects[number] if number else _NO_MORE

    def bits(self, row: cython.Py_ssize_t) -> cython.longlong:
        """Return the bits of a row (:mod:`uri_extract.pages.layout`)."""
        return self.cells[row * layout.WIDTH + layout.BITS]

    def reference(self, row: cython.Py_ssize_t) -> str:
        """Return the reference of a row."""
        at: cython.Py_ssize_t = row * layout.WIDTH
        begin: cython.Py_ssize_t = self.cells[at + layout.TEXT]
        data: cython.p_const_uchar = self.window if begin < 0 else self.text
        plain: cython.bint = self.cells[at + layout.BITS] & layout.OWN_LINE
        text: str = _decoded(data, -1 - begin if begin < 0 else begin, self.cells[at + layout.SIZE], plain)
        return text

    def link_text(self, row: cython.Py_ssize_t) -> Any:
        """Return the link text of a row; None if it has none."""
        link: cython.longlong = self.cells[row * layout.WIDTH + layout.LINK_TEXT]
        if not link:
            return None
        data: cython.p_const_uchar = self.text
        begin: cython.longlong = link >> layout.LINK_SHIFT
        return _decoded(data, begin, (link & _LINK_SIZE) - 1, False)

    # -- occurrences -------------------------------------------------------------------------------------------------

    def occurrences(self) -> list[Occurrence]:
        """Return the occurrences of the rows."""
        row: cython.Py_ssize_t
        found: list[Occurrence] = []
        known: list[Any] = [None] * _KNOWN
        for row in range(self.count):
            # Cython compiles a comprehension to a separate function.
            found.append(self.make_alike(row, known) if cython.compiled else self.make(row))  # noqa: PERF401
        return found

    def occurrence(self, row: cython.Py_ssize_t) -> Any:
        """Return the occurrence of a row."""
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
            details,
        )  # fmt: skip
        if context is None:
            return _WITH_VALUES(_OCCURRENCE, values)
        around: Any = _WITH_VALUES(_module("uri_extract.in_context").InContext, values)
        around._around = context
        return around

    @cython.final
    def make_alike(self, row: cython.Py_ssize_t, known: list[Any]) -> object:
        """Return the same as :meth:`make`; compiled only. ``known`` has objects that other occurrences share."""
        at: cython.Py_ssize_t = row * layout.WIDTH
        bits: cython.longlong = self.cells[at + layout.BITS] & (layout.DELIMITER | layout.KIND)
        place: cython.longlong = self.cells[at + layout.PLACE]
        source: cython.longlong = self.cells[at + layout.SOURCE]
        bases: cython.longlong = source & _FIRST
        rel: cython.longlong = self.cells[at + layout.REL]
        slot: cython.Py_ssize_t = (bits ^ bits >> 4 ^ place ^ (place >> 32) * 3 ^ bases * 5 ^ rel * 7) & (_KNOWN - 1)
        made: Values
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
            made = self.make(row)
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

        See :data:`uri_extract.uri._backend.is_plain`. A plain URI is its own target.
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
            return _backend.is_plain(self.reference(row))
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
        i: cython.Py_ssize_t
        for i in range(begin, end):
            if data[i] == SPACE:
                return False
            marked = marked or data[i] == DOT or data[i] == COLON or data[i] > DELETE
        return marked

    def targets(self) -> list[Any]:
        """Return the targets of the rows."""
        out: list[Any] = []
        relative: Targets = Targets()
        row: cython.Py_ssize_t
        at: cython.Py_ssize_t
        form: cython.longlong
        for row in range(self.count):
            at = row * layout.WIDTH
            form = self.cells[at + layout.BITS] & layout.FORM
            bases: Any = self.objects[self.cells[at + layout.SOURCE] & _FIRST]
            if form == layout.RELATIVE and bases[0] is None:
                out.append(None)
                continue
            plainness: cython.int = self.plain(row, False)
            if form == layout.URI and plainness == 2:
                out.append(self.reference(row))
            elif form == layout.RELATIVE and plainness == 1:
                out.append(relative.of(self.reference(row), bases))
            elif form == layout.SUFFIX and _backend.is_plain(whole := with_scheme(self.reference(row))) == 2:
                out.append(whole)
            else:
                found: Any = self.occurrence(row)
                out.append(found.target)
        return out

    def lines(self, value: str = "target") -> bytes:
        """Return a line for each row, in UTF-8: its ``value``, a field that is text, or the reference if that is None.

        Bytes of the source that are not UTF-8 stay unchanged.
        """
        out: bytes = _module(_LINES).lines(self, value)
        return out

    def columns(self, names: Any) -> dict[str, Any]:
        """Return fields by name, each a list with a value for each row.

        Fields with equal values may share one list. Raises KeyError for a name that is not a field.
        """
        found: dict[str, Any] = _module(_FIELDS_OF_ROWS).columns(self, names)
        return found


def page_of_parts(count: int, rows: bytes, text: bytes, objects: list[Any], documents: list[tuple[int, Any]]) -> Page:
    """Return a page from its pickled parts."""
    return Page(count, _module(_CELLS).cells_of(rows), text, objects, b"", documents)


def page_of(rows: Any, count: int, others: bool = False) -> Page:
    """Take the first ``count`` rows out of a table and return a page of them.

    ``others``: other tables of its pool have rows.
    """
    return Page(*rows.take(count, others))
