"""The tags of a part of an office document: what their attributes refer to, and what text goes on in the next element.

The rows of the XML tokenizer are read one by one; what belongs together is a :class:`~.unit.Unit`.
"""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any, Final
from uri_extract.limits import MAX_ALTERNATES, MAX_BASE, MAX_FIELDS
from uri_extract.media.markup import rows
from uri_extract.media.office import vocabulary as roles
from uri_extract.media.office.links import Links, Open
from uri_extract.media.office.package import OPC
from uri_extract.media.office.unit import DELETED, INSERTED, Piece, pieces_of
from uri_extract.media.xml.names import DECLARES

if TYPE_CHECKING:
    from uri_extract.media.office.package import Part
    from uri_extract.media.office.scanner import OfficeScanner

_QUIET = roles.QUIET

# What attributes are.
_OTHER, _NAME, _ID, _HREF, _FORMULA = range(5)

#: What a relative reference in a folder of the package begins with for each level that it leaves, until it is to
#: something outside of the package (ODF 1.3 part 2 §3.7).
_UP: Final = "../"


class OfficeMarkup(Links):
    """Read the rows of one part, window by window.

    ``always``: text matters without a colon too.
    """

    def __init__(self, part: Part, scanner: OfficeScanner, always: bool, tokenizer: Any) -> None:
        super().__init__(part, scanner)
        self.always = always
        family = part.package.family
        self._roles = roles.ELEMENTS[family]
        self._family = family
        self._relative = (_UP * (part.name.count("/") + 1), "/") if part.name else ("",)
        self._prefixes: set[str] = set()  # of attributes that have identifiers of relationships
        self._names: list[bytes] = tokenizer.names
        self._elements: list[int] = []  # by number: their roles
        self._shown: list[str] = []  # and what they are called in records
        self._local: list[str] = []  # without a prefix
        self._attributes: list[int] = []
        self._role = 0  # of the element that begins before the current text
        self._loose = False  # the last text is by itself
        self._paragraphs = 0
        self._inserted = 0

    # -- rows --------------------------------------------------------------------------------------------------------

    def read(self, window: bytes, offset: int, table: Any, count: int) -> None:
        """Read the rows of a window that begins at byte ``offset`` of the document."""
        self.window = window
        self.offset = offset
        while len(self._elements) < len(self._names):
            name = self._names[len(self._elements)]
            shown = name.decode("utf-8", "replace").lower()
            self._shown.append(shown)
            self._local.append(shown.rpartition(":")[2])
            self._elements.append(self._role_of(name))
            self._attributes.append(self._kind_of(name))
        elements = self._elements
        at, total = 0, count * rows.WIDTH
        while at < total:
            kind = table[at]
            if kind == rows.START_TAG:
                at = self._start_tag(table, at, total)
                continue
            if kind == rows.END_TAG:
                number = table[at + rows.ID]
                role = elements[number] if number else self._role_of(self._name(table, at))
                if role == roles.TEXT_RUN and not self._loose:
                    if self.runs:
                        self.end_run()
                elif role not in _QUIET or self._loose:
                    self._end_tag(role, table[at + rows.START] - 2)
                self._role = 0
            elif kind == rows.DATA or kind == rows.CDATA:
                self._text(table[at + rows.START], table[at + rows.END], kind == rows.CDATA)
            elif kind == rows.ATTRIBUTE:  # of a tag that comes in parts
                self._attribute(table, at, {})
            at += rows.WIDTH

    def close(self) -> None:
        """Take the end of the document."""
        if self.unit.is_open:
            self.flush(len(self.window))

    def _name(self, table: Any, at: int) -> bytes:
        name: bytes = self.window[table[at + rows.START] : table[at + rows.END]]
        return name

    def _role_of(self, name: bytes) -> int:
        return self._roles.get(name.rpartition(b":")[2].decode("utf-8", "replace").lower(), 0)

    def _kind_of(self, name: bytes) -> int:
        """Return what an attribute is."""
        prefix, _, local = name.decode("utf-8", "replace").lower().rpartition(":")
        if prefix == "xmlns" or local in roles.NAMES:
            return _NAME
        if local in roles.FORMULAS:
            return _FORMULA
        if local in roles.URLS or (local == "href" and self._family != OPC):
            return _HREF
        return _ID if prefix and self._family == OPC else _OTHER

    # -- tags --------------------------------------------------------------------------------------------------------

    def _start_tag(self, table: Any, at: int, total: int) -> int:
        """Read a start tag with its attributes; return where the next row is."""
        bits, number = table[at + rows.BITS], table[at + rows.ID]
        start = table[at + rows.START] - 1
        end = table[at + rows.VALUE_END] or table[at + rows.END]
        name = self._names[number] if number else self._name(table, at)
        role = self._elements[number] if number else self._role_of(name)
        if self._loose:
            self._loose = False
            self.end_text(start)
        elif self.unit.start >= 0:
            self.check_size(start)
        first = at = at + rows.WIDTH
        while at < total and table[at] == rows.ATTRIBUTE:
            at += rows.WIDTH
        empty = bool(bits & rows.SELF_CLOSING)
        self._role = 0 if empty else role
        self.element: str = self._shown[number] if number else name.decode("utf-8", "replace").lower()
        if at == first:
            if role in _QUIET:
                return at
            if role == roles.TEXT_RUN and not empty:
                self._begin_run()
                return at
        if bits & DECLARES:
            self._declare(table, first, at)
        reads = role in roles.READ and (role != roles.CELL or self.cells.wanted)
        values = self._values(table, first, at) if reads else {}
        if role not in _QUIET and (role != roles.CELL or reads or self.unit.start >= 0):
            self._begin(role, start, end, empty, values)
        was_open = self.unit.is_open
        if role != roles.RELATIONSHIP:
            for row in range(first, at, rows.WIDTH):
                number = table[row + rows.ID]
                kind = self._attributes[number] if number else -1
                if kind == _NAME or (kind == _OTHER and not self.always and not self._has_colon(table, row)):
                    continue  # as nearly all
                self._attribute(table, row, values)
        if empty and role not in _QUIET:
            self._end_tag(role, start)
        if self.unit.is_open and not (was_open or self.held or self.runs):  # with what attributes have
            self.flush(end)
        return at

    def _values(self, table: Any, first: int, after: int) -> dict[str, tuple[int, int]]:
        """Return where the values of attributes are, by local names in lower case."""
        values: dict[str, tuple[int, int]] = {}
        for row in range(first, after, rows.WIDTH):
            number = table[row + rows.ID]
            if number:
                name = self._local[number]
            else:
                name = self._name(table, row).rpartition(b":")[2].decode("utf-8", "replace").lower()
            values.setdefault(name, (table[row + rows.VALUE], table[row + rows.VALUE_END]))
        return values

    def _has_colon(self, table: Any, row: int) -> bool:
        return self.window.find(b":", table[row + rows.VALUE], table[row + rows.VALUE_END]) >= 0

    def _value(self, values: dict[str, tuple[int, int]], name: str) -> str:
        return self.value(*values[name]).strip() if name in values else ""

    def _declare(self, table: Any, first: int, after: int) -> None:
        """Remember the prefixes of attributes that have identifiers of relationships."""
        for row in range(first, after, rows.WIDTH):
            if table[row + rows.BITS] & DECLARES and len(self._prefixes) < MAX_ALTERNATES:
                name = self._name(table, row).decode("utf-8", "replace")
                space = self.value(table[row + rows.VALUE], min(table[row + rows.VALUE_END], MAX_BASE + table[row + 5]))
                if name.startswith("xmlns:") and space.strip().lower().rpartition("//")[2] in roles.OF_RELATIONSHIPS:
                    self._prefixes.add(name[6:])

    def _begin(
        self, role: int, start: int, end: int, empty: bool, values: dict[str, tuple[int, int]]
    ) -> None:  # fmt: skip
        """Read a start tag whose element means something."""
        if role == roles.TEXT_RUN:  # most are
            if not empty:
                self._begin_run()
            return
        if role in roles.ENDING:
            self.end_text(start)
        elif role == roles.BREAK:
            if self.unit.is_open:
                self.add([Piece(b" ", self.offset + start, 0)])
                self.unit.separate(self.offset + start)
        elif role in (roles.HYPHEN, roles.SPACE):
            self.begin_unit(start)
            text = b"-" if role == roles.HYPHEN else b" "
            self.add([Piece(text, self.offset + start, end - start, INSERTED if self._inserted else 0)])
        elif role == roles.FIELD_CHARACTER:
            self._field_character(start, self._value(values, "fldchartype").lower())
        elif role == roles.RELATIONSHIP:
            self.relationship(values)
            self.end_text(end)
        if empty:
            return
        if role == roles.PARAGRAPH:
            self._paragraphs += 1
        elif role == roles.INSERTED:
            self._inserted += 1
        elif role in (roles.LINK, roles.FIELD):
            self.begin_unit(start)
            self.links.append(Open())
            del self.links[:-MAX_FIELDS]
            if role == roles.FIELD and "instr" in values:
                self.simple_field(*values["instr"], self.links[-1].texts)
        elif role == roles.CELL:
            self.cells.begin(self._value(values, "r"), self._value(values, "t"))
        elif role == roles.STRING:
            self.cells.begin()
        elif role == roles.PHONETIC:
            self.cells.paused = True
        elif role == roles.ALTERNATE:
            self.branches.append((set(), False))
            del self.branches[:-MAX_FIELDS]
        elif role == roles.BRANCH and self.branches:
            self.branches[-1] = self.branches[-1][0], self.element.endswith("fallback")

    def _begin_run(self) -> None:
        self.runs.append([])
        if len(self.runs) > MAX_FIELDS:
            del self.runs[0]

    def _field_character(self, start: int, kind: str) -> None:
        if kind == "begin":
            self.begin_field(start)
        elif self.fields and kind in ("separate", "end"):
            self.end_instruction(start)
            if kind == "end":
                self.fields.pop()

    def _end_tag(self, role: int, start: int) -> None:
        """Read the end of an element that means something, or after text that is by itself."""
        if self._loose:
            self._loose = False
            self.end_text(start)
        if role == roles.TEXT_RUN:
            if self.runs:
                self.end_run()
            return
        if role == roles.FORMULA:
            self.formula([each for each in self.unit.pieces if each.size], None)
            self.cells.clear()
        elif role in (roles.CELL, roles.STRING):
            self.cells.end()
        elif role == roles.PHONETIC:
            self.cells.paused = False
        elif role == roles.PARAGRAPH:
            self._paragraphs = max(0, self._paragraphs - 1)
        elif role == roles.INSERTED:
            self._inserted = max(0, self._inserted - 1)
        elif role in (roles.LINK, roles.FIELD) and self.links:
            self.links.pop()
        if role in roles.ENDING:
            self.end_text(start)
        if role == roles.ALTERNATE and self.branches:
            self.branches.pop()

    # -- attributes --------------------------------------------------------------------------------------------------

    def _attribute(self, table: Any, at: int, values: dict[str, tuple[int, int]]) -> None:
        """Read an attribute: a reference, an identifier of a relationship, or text."""
        number = table[at + rows.ID]
        kind = self._attributes[number] if number else self._kind_of(self._name(table, at))
        if kind == _NAME or table[at + rows.BITS] & rows.TOO_LONG:
            return
        start, end = table[at + rows.VALUE], table[at + rows.VALUE_END]
        if kind == _ID and self.relationships:
            name = (self._names[number] if number else self._name(table, at)).decode("utf-8", "replace")
            if name.partition(":")[0] in self._prefixes and self._identifier(name.lower(), start, end, values):
                return
        window = self.window
        if kind == _HREF:
            name = self._name(table, at).decode("utf-8", "replace").lower()
            texts = self.links[-1].texts if self._role == roles.LINK else None
            if self._family == OPC:
                texts = [self._value(values, "unicodestring").removeprefix("{}").encode("utf-8", "replace")]
            self.href(name, start, end, self._relative, texts)
        elif window.find(b":", start, end) >= 0 or (self.always and window.find(b" ", start, end) >= 0):
            name = self._name(table, at).decode("utf-8", "replace").lower()
            if kind == _FORMULA:
                self.formula(pieces_of(window[start:end], self.offset + start), name)
            self.attribute_text(name, start, end)

    def _identifier(self, name: str, start: int, end: int, values: dict[str, tuple[int, int]]) -> bool:
        """Read an attribute that may have the identifier of a relationship; return True if it has."""
        role = self._roles.get(self.element.rpartition(":")[2])
        if role == roles.CLICK:
            return self.click(name, start, end, values)
        texts = self.links[-1].texts if role == roles.LINK and self._role == role else []
        return self.use(name, start, end, values, texts)

    # -- text --------------------------------------------------------------------------------------------------------

    def _text(self, start: int, end: int, verbatim: bool) -> None:
        """Read a run of text."""
        role, window = self._role, self.window
        if role == roles.BINARY:
            return
        joins = role in roles.JOINED or self._paragraphs
        if not joins or role == roles.VALUE:
            has_colon = window.find(b":", start, end) >= 0 or window.find(b"&#", start, end) >= 0
            if role == roles.VALUE and not (has_colon or self.always or self.cells.wanted):
                return
        version = DELETED if role == roles.DELETED else INSERTED if self._inserted else 0
        place, run, element = self.offset + start, window[start:end], self.element
        if verbatim:
            pieces = [Piece(run, place, end - start, version, element)]
        else:
            pieces = pieces_of(run, place, version, element)
        if joins:
            if not self.unit.is_open:
                self.begin_unit(start)
            if role == roles.INSTRUCTION and self.fields and self.fields[-1].in_instruction:
                self.instruct(pieces)
            else:
                self.add(pieces)
        elif has_colon or self.always or self._loose or role == roles.FORMULA:
            if not self._loose:
                self.end_text(start)
            self._loose = role != roles.FORMULA
            self.begin_unit(start)
            self.add(pieces)
