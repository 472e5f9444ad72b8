"""Pages become columns, as Arrow has them in memory. One source, two speeds, as the scan kernel has it."""

# mypy: disable-error-code="untyped-decorator"
# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.pages import layout
from uri_extract.records import NO_DETAILS, Details, Origin
from uri_extract.schema import INTEGER, NAME, names_of
from uri_extract.sinks.text import utf8

if cython.compiled:
    from cython.cimports.uri_extract.pages._bytes_c import Bytes
    from cython.cimports.uri_extract.pages._page_c import Page
    from cython.cimports.uri_extract.sinks._validity_c import bits
else:
    from uri_extract.pages._bytes import Bytes
    from uri_extract.pages._page import Page
    from uri_extract.sinks._validity import bits

_WIDTH = cython.declare(cython.Py_ssize_t, layout.WIDTH)
_DELIMITER = cython.declare(cython.longlong, layout.DELIMITER)
_KIND = cython.declare(cython.longlong, layout.KIND)
_KIND_SHIFT = cython.declare(cython.int, layout.KIND_SHIFT)
_RELATIVE = cython.declare(cython.longlong, layout.RELATIVE)
_FIRST = cython.declare(cython.longlong, layout.FIRST)
_DELIMITERS = cython.declare(tuple, layout.DELIMITERS)
_KINDS = cython.declare(tuple, layout.KINDS)
_NO_DETAILS = cython.declare(object, NO_DETAILS)

# Where the value of a name comes from.
_OF_BITS = cython.declare(cython.int, 0)
_OF_BASES = cython.declare(cython.int, 1)
_OF_ELEMENT = cython.declare(cython.int, 2)
_OF_ATTRIBUTE = cython.declare(cython.int, 3)
_OF_ORIGIN = cython.declare(cython.int, 4)
_OF_DETAILS = cython.declare(cython.int, 5)
_OF_REL = cython.declare(cython.int, 6)
_SOURCES: dict[str, tuple[int, int]] = {
    "delimiter": (0, 0), "kind": (0, 1), "base": (1, 0), "base_from": (1, 1), "element": (2, 0), "attribute": (3, 0),
    "rel": (6, 0),
    **{name: (4, place) for place, name in enumerate(Origin._fields)},
    **{name: (5, place) for place, name in enumerate(Details._fields)},
}  # fmt: skip
_PLACES = cython.declare(tuple, names_of(INTEGER))
_TEXTS = cython.declare(tuple, ("reference", "target", "raw", "text"))
_LISTS = cython.declare(tuple, ("alternates", "errors", "hazards"))
_NAMES = cython.declare(tuple, names_of(NAME))
_CELLS: dict[str, int] = {name: getattr(layout, name.upper()) for name in names_of(INTEGER)}


@cython.cclass
class Texts:
    """A column of text."""

    def __init__(self) -> None:
        self.ends = Bytes()
        self.text = Bytes()
        self.validity = Bytes()
        self.begin()

    @cython.cfunc
    @cython.exceptval(-1)
    def added(self) -> cython.int:
        """Note that the text of one more was added."""
        self.ends.word(self.text.size)
        self.validity.octet(1)
        self.count += 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def put(self, text: Any) -> cython.Py_ssize_t:
        """Add a text, None for none; return how many bytes it has."""
        if text is None:
            self.ends.word(self.text.size)
            self.validity.octet(0)
            self.count += 1
            self.missing += 1
            return 0
        octets: bytes = utf8(text)
        self.text.copy(octets, 0, len(octets))
        self.added()
        return len(octets)

    @cython.cfunc
    def take(self) -> tuple[Any, ...]:
        """Return how many there are, the validity bits or None for all, the end of each, and the text. Begin anew."""
        validity = bits(self.validity.all()) if self.missing else None
        taken = (self.count, validity, self.ends.all(), self.text.all())
        self.begin()
        return taken

    @cython.cfunc
    @cython.exceptval(-1)
    def begin(self) -> cython.int:
        self.count = self.missing = 0
        self.ends.clear()
        self.text.clear()
        self.validity.clear()
        self.ends.word(0)
        return 0


@cython.cclass
class Names:
    """A column of names: each once, in the order in which they came, and a number for each row."""

    def __init__(self, name: str) -> None:
        self.source, self.place = _SOURCES[name]
        self.codes = Bytes()
        self.validity = Bytes()
        self.count = self.missing = 0
        self.code = 0
        self.last = -1
        seen: dict[object, int] = {}
        self.seen = seen
        self.values = Texts()

    @cython.cfunc
    @cython.exceptval(-1)
    def put(self, page: Page, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Add the name that the row there has, if any; return how many bytes of text that adds."""
        number: cython.longlong
        added: cython.Py_ssize_t = 0
        if self.source == _OF_BITS:
            number = page.cells[at + 4] & (_KIND if self.place else _DELIMITER)
        elif self.source == _OF_BASES:
            number = page.cells[at + 8] & _FIRST if page.cells[at + 4] & _KIND == _RELATIVE else 0
        elif self.source == _OF_ELEMENT:
            number = page.cells[at + 7] & _FIRST
        elif self.source == _OF_ATTRIBUTE:
            number = page.cells[at + 7] >> 32
        elif self.source == _OF_ORIGIN:
            number = page.cells[at + 8] >> 32
        elif self.source == _OF_REL:
            number = page.cells[at + 11]
        else:
            number = page.cells[at + 9]
        if number != self.last:
            self.last = number
            added = self.find(self.value(page, number))
        self.repeat()
        return added

    @cython.cfunc
    @cython.exceptval(-1)
    @cython.inline
    def repeat(self) -> cython.int:
        """Add the last name again."""
        self.count += 1
        if self.code < 0:
            self.codes.word(0)
            self.validity.octet(0)
            self.missing += 1
        else:
            self.codes.word(self.code)
            self.validity.octet(1)
        return 0

    @cython.cfunc
    def value(self, page: Page, number: cython.longlong) -> object:
        """Return the name that this number means."""
        if self.source == _OF_BITS:
            return _KINDS[number >> _KIND_SHIFT] if self.place else _DELIMITERS[number]
        found: Any = page.objects[number]
        if found is None:
            return None
        if self.source == _OF_DETAILS:
            return found.details[self.place]
        return found[self.place] if self.source == _OF_ORIGIN or self.source == _OF_BASES else found

    @cython.cfunc
    @cython.exceptval(-1)
    def find(self, name: Any) -> cython.Py_ssize_t:
        """Have the number of a name in ``code``, -1 for None; return how many bytes of text that adds."""
        self.code = -1
        if name is None:
            return 0
        known = self.seen.get(name)
        if known is not None:
            self.code = known
            return 0
        octets: bytes = utf8(name)
        known = self.seen.get(octets)
        if known is None:
            self.code = self.values.count
            self.seen[octets] = self.code
            self.values.put(name)
        else:
            self.code = known
        self.seen[name] = self.code
        return 0 if known is not None else len(octets)

    @cython.cfunc
    def take(self) -> tuple[Any, ...]:
        """Return how many there are, the validity bits or None for all, their numbers, and the names. Begin anew."""
        validity = bits(self.validity.all()) if self.missing else None
        taken = (self.count, validity, self.codes.all(), self.values.take())
        self.count = self.missing = 0
        self.last = -1
        self.codes.clear()
        self.validity.clear()
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
    def put(self, members: tuple[Any, ...]) -> cython.Py_ssize_t:
        """Add a list; return how many bytes it takes."""
        size: cython.Py_ssize_t = 0
        for member in members:
            size += 4 + self.members.put(member)
        self.ends.word(self.members.count)
        self.count += 1
        return size

    @cython.cfunc
    @cython.exceptval(-1)
    @cython.inline
    def put_empty(self) -> cython.int:
        """Add an empty list."""
        self.ends.word(self.members.count)
        self.count += 1
        return 0

    @cython.cfunc
    def take(self) -> tuple[Any, ...]:
        """Return how many there are, the end of each, and the members. Begin anew."""
        taken = (self.count, self.ends.all(), self.members.take())
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
        self.places = [Bytes() for _ in _PLACES]
        self.valid = Bytes()
        self.texts = [Texts() for _ in _TEXTS]
        self.lists = [Lists() for _ in _LISTS]
        self.names = [Names(name) for name in _NAMES]

    def add(self, page: Page, computed: tuple[Any, Any], begin: int) -> int:
        """Gather the rows of a page from one on, as long as there is room; return the number of the next one.

        ``computed`` is what :func:`uri_extract.pages.computed` returned of the page.
        """
        row: cython.Py_ssize_t
        i: cython.Py_ssize_t
        place: Bytes
        names: Names
        end: cython.Py_ssize_t = min(page.count, begin + self.most - self.count)
        for i in range(len(self.names)):
            names = self.names[i]
            names.last = -1
        end = self.add_text(page, computed[0], computed[1], begin, end)
        for i in range(len(self.places)):
            place = self.places[i]
            cell: cython.Py_ssize_t = _CELLS[_PLACES[i]]
            for row in range(begin, end):
                place.long(page.cells[row * _WIDTH + cell])
        self.count += end - begin
        self.full = self.full or self.count >= self.most
        return int(end)

    @cython.cfunc
    @cython.exceptval(-1)
    def add_text(
        self, page: Page, targets: Any, others: dict[Any, Any], begin: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Gather all but the places of these rows, as long as there is room; return the number of the next row."""
        row: cython.Py_ssize_t
        at: cython.Py_ssize_t
        i: cython.Py_ssize_t
        references: Texts = self.texts[0]
        all_targets: Texts = self.texts[1]
        raws: Texts = self.texts[2]
        texts: Texts = self.texts[3]
        alternates: Lists = self.lists[0]
        errors: Lists = self.lists[1]
        hazards: Lists = self.lists[2]
        names: Names
        same: cython.bint
        target: Any
        raw: Any
        for row in range(begin, end):
            at = row * _WIDTH
            judged: tuple[Any, ...] | None = others.get(row) if others else None
            details: Any = _NO_DETAILS
            raw = None
            target = True if targets is None else targets[row]
            if page.cells[at + 9]:
                more: Any = page.more(row)
                raw, details = more.raw, more.details
            if judged is None:
                self.put(references, page, row)
                if target is True:
                    self.put(all_targets, page, row)
                else:
                    self.length += all_targets.put(target)
                if raw is None:
                    self.put(raws, page, row)
                else:
                    self.length += raws.put(raw)
                self.valid.octet(1)
                errors.put_empty()
                hazards.put_empty()
            else:
                reference: str = page.reference(row)
                self.length += references.put(reference)
                self.length += all_targets.put(target)
                self.length += raws.put(reference if raw is None else raw)
                self.valid.octet(1 if judged[0] else 0)
                self.length += errors.put(judged[1])
                self.length += hazards.put(judged[2])
            self.length += texts.put(page.link_text(row) if page.cells[at + 10] else None)
            if details is _NO_DETAILS:
                alternates.put_empty()
            else:
                self.length += alternates.put(details.alternates)
            same = row > begin
            for i in range(4, _WIDTH):
                same = same and (i == 5 or i == 6 or i == 10 or page.cells[at + i] == page.cells[at - _WIDTH + i])
            for i in range(len(self.names)):
                names = self.names[i]
                if same:
                    names.repeat()
                else:
                    self.length += names.put(page, at)
            if self.length >= self.most_text:
                self.full = True
                return row + 1
        return end

    @cython.cfunc
    @cython.exceptval(-1)
    def put(self, texts: Texts, page: Page, row: cython.Py_ssize_t) -> cython.int:
        """Add the reference of a row, which is ASCII, to a column."""
        page.put_reference(row, texts.text)
        texts.added()
        self.length += page.cells[row * _WIDTH + 6]
        return 0

    def take(self) -> dict[str, Any]:
        """Return what was gathered, by the fields of JSON Lines, and begin anew.

        Integers are bytes, ``valid`` bits. Of a text: how many, validity bits (None: all), the ends after a zero, the
        text; of a name: how many, bits, numbers, the column of names; of a list: how many, ends, the column of members.
        """
        i: cython.Py_ssize_t
        place: Bytes
        texts: Texts
        lists: Lists
        names: Names
        found: dict[str, Any] = {"valid": bits(self.valid.all())}
        self.valid.clear()
        for i in range(len(self.places)):
            place = self.places[i]
            found[_PLACES[i]] = place.all()
            place.clear()
        for i in range(len(self.texts)):
            texts = self.texts[i]
            found[_TEXTS[i]] = texts.take()
        for i in range(len(self.lists)):
            lists = self.lists[i]
            found[_LISTS[i]] = lists.take()
        for i in range(len(self.names)):
            names = self.names[i]
            found[_NAMES[i]] = names.take()
        self.count = self.length = 0
        self.full = False
        return found
