"""The tags of a part of an office document: references in attributes, and text that continues in the next element.

The rows of the XML tokenizer are read one by one; text that belongs together is a :class:`~._unit.Unit`.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract import limits
    from uri_extract._ascii import COLON, SPACE
    from uri_extract.media.markup import rows
    from uri_extract.media.office import vocabulary as roles
    from uri_extract.media.office._links import Links, OpenLink
    from uri_extract.media.office._unit import Piece, pieces_of
    from uri_extract.media.xml import names
    from uri_extract.pages._bytes import next_byte

if TYPE_CHECKING:
    from uri_extract.media.office.package import Part
    from uri_extract.media.office.scanner import OfficeScanner

# A relative reference begins with this for each folder that it leaves; with one more than the part's depth it leaves
# the package (ODF 1.3 part 2 §3.7).
_UP = "../"


@cython.cclass
class OfficeMarkup(Links):
    """Read the rows of one part, window by window.

    ``always``: text matters even without a colon.
    """

    def __init__(self, part: Part, scanner: OfficeScanner, always: bool, tokenizer: Any) -> None:
        Links.__init__(self, part, scanner, tokenizer.names)
        self.always = always
        self.relative = (_UP * (part.name.count("/") + 1), "/") if part.name else ("",)
        self.role = 0  # of the element that begins before the current text
        self.loose = False  # the last text is a unit of its own
        self.paragraphs = 0
        self.inserted = 0

    # -- rows --------------------------------------------------------------------------------------------------------

    def read(self, window: bytes, offset: cython.longlong, table: cython.longlong[::1], count: int) -> None:
        """Read the rows of a window that begins at byte ``offset`` of the document."""
        at: cython.Py_ssize_t = 0
        total: cython.Py_ssize_t = count * rows.WIDTH
        kind: cython.longlong
        number: cython.Py_ssize_t
        role: cython.int
        self.take(window, offset, table)
        while at < total:
            kind = table[at]
            if kind == rows.START_TAG:
                at = self.start_tag(at, total)
                continue
            if kind == rows.END_TAG:
                number = table[at + rows.ID]
                role = self.elements[number] if number else self.role_of(self.name(at))
                if role == roles.TEXT_RUN and not self.loose:
                    self.end_run()
                elif self.loose or not roles.QUIET >> role & 1:
                    self.end_tag(role, table[at + rows.START] - 2)
                self.role = 0
            elif kind == rows.DATA or kind == rows.CDATA:
                self.text(table[at + rows.START], table[at + rows.END], kind == rows.CDATA)
            elif kind == rows.ATTRIBUTE:  # of a tag that is divided
                self.attribute(at, {})
            at += rows.WIDTH

    def close(self) -> None:
        """Read the end of the document."""
        if self.unit.is_open:
            self.flush(len(self.window))

    # -- tags --------------------------------------------------------------------------------------------------------

    def start_tag(self, at: cython.Py_ssize_t, total: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Read a start tag with its attributes; return the place of the next row."""
        table: cython.longlong[::1] = self.table
        bits: cython.longlong = table[at + rows.BITS]
        number: cython.Py_ssize_t = table[at + rows.ID]
        start: cython.longlong = table[at + rows.START] - 1
        end: cython.longlong = table[at + rows.VALUE_END] or table[at + rows.END]
        empty: cython.bint = bits & rows.SELF_CLOSING != 0
        role: cython.int
        kind: cython.int
        row: cython.Py_ssize_t
        first: cython.Py_ssize_t = at + rows.WIDTH
        if number:
            role = self.elements[number]
            self.element = self.shown[number]
        else:
            name: bytes = self.name(at)
            role = self.role_of(name)
            self.element = name.decode("utf-8", "replace").lower()
        if self.loose:
            self.loose = False
            self.end_text(start)
        elif self.unit.is_open:
            self.check_size(start)
        at = first
        while at < total and table[at] == rows.ATTRIBUTE:
            at += rows.WIDTH
        self.role = 0 if empty else role
        quiet: cython.bint = roles.QUIET >> role & 1
        if at == first:
            if quiet:
                return at
            if role == roles.TEXT_RUN and not empty:
                self.begin_run()
                return at
        if bits & names.DECLARES:
            self.declare(first, at)
        reads: cython.bint = roles.READ >> role & 1 and (role != roles.CELL or self.keeps_cells)
        values: dict[str, tuple[int, int]] = self.values(first, at) if reads else {}
        if not quiet and (role != roles.CELL or reads or self.unit.is_open):
            self.begin(role, start, end, empty, values)
        was_open: cython.bint = self.unit.is_open
        if role != roles.RELATIONSHIP:
            for row in range(first, at, rows.WIDTH):
                number = table[row + rows.ID]
                kind = self.attributes[number] if number else -1
                if kind == roles.NAME_VALUE or (
                    kind == roles.OTHER_VALUE
                    and not self.always
                    and not next_byte(self.window, COLON, table[row + rows.VALUE], table[row + rows.VALUE_END]) >= 0
                ):
                    continue  # nearly all attributes
                self.attribute(row, values)
        if empty and not quiet:
            self.end_tag(role, start)
        if self.unit.is_open and not (was_open or self.runs or self.is_held()):  # only its attributes have content
            self.flush(end)
        return at

    def begin(
        self, role: cython.int, start: cython.longlong, end: cython.longlong, empty: cython.bint,
        values: dict[Any, Any],
    ) -> cython.int:  # fmt: skip
        """Read a start tag of an element with a role."""
        if role == roles.TEXT_RUN:  # the most frequent role
            if not empty:
                self.begin_run()
            return 0
        if roles.ENDING >> role & 1:
            self.end_text(start)
        elif role == roles.BREAK:
            if self.unit.is_open:
                self.add(Piece(b" ", self.offset + start, 0, 0, None))
                self.unit.separate(self.offset + start)
        elif role == roles.HYPHEN or role == roles.SPACE:
            self.begin_unit(start)
            text = b"-" if role == roles.HYPHEN else b" "
            version: cython.int = roles.NEW_VERSION if self.inserted else 0
            self.add(Piece(text, self.offset + start, end - start, version, None))
        elif role == roles.FIELD_CHARACTER:
            self.field_character(start, self.value_of(values, "fldchartype").strip().lower())
        elif role == roles.RELATIONSHIP:
            self.relationship(values)
            self.end_text(end)
        if empty:
            return 0
        if role == roles.PARAGRAPH:
            self.paragraphs += 1
        elif role == roles.INSERTED:
            self.inserted += 1
        elif role == roles.LINK or role == roles.FIELD:
            self.begin_unit(start)
            opened: OpenLink = OpenLink()
            self.links.append(opened)
            del self.links[: -limits.MAX_FIELDS]
            if role == roles.FIELD and "instr" in values:
                first, after = values["instr"]
                self.simple_field(first, after, opened.texts)
        elif role == roles.CELL:
            self.cells.begin(self.value_of(values, "r").strip(), self.value_of(values, "t").strip())
        elif role == roles.STRING:
            self.cells.begin()
        elif role == roles.PHONETIC:
            self.cells.paused = True
        elif role == roles.ALTERNATE:
            self.branches.append((set(), False))
            del self.branches[: -limits.MAX_FIELDS]
        elif role == roles.BRANCH and self.branches:
            self.branches[-1] = self.branches[-1][0], self.element.endswith("fallback")
        return 0

    def begin_run(self) -> cython.int:
        """Begin a run of text."""
        self.runs.append([])
        if len(self.runs) > limits.MAX_FIELDS:
            del self.runs[0]
        return 0

    def field_character(self, start: cython.longlong, kind: str) -> cython.int:
        """Read a character that begins or ends a field, or ends its instruction."""
        if kind == "begin":
            self.begin_field(start)
        elif self.fields and (kind == "separate" or kind == "end"):
            self.end_instruction(start)
            if kind == "end":
                self.fields.pop()
        return 0

    def end_tag(self, role: cython.int, start: cython.longlong) -> cython.int:
        """Read the end tag of an element with a role, or one after text that is a unit of its own."""
        if self.loose:
            self.loose = False
            self.end_text(start)
        if role == roles.TEXT_RUN:
            self.end_run()
            return 0
        if role == roles.FORMULA:
            self.formula([each for each in self.unit.pieces if cython.cast(Piece, each).size], None)
            self.cells.clear()
        elif role == roles.CELL or role == roles.STRING:
            self.cells.end()
        elif role == roles.PHONETIC:
            self.cells.paused = False
        elif role == roles.PARAGRAPH:
            self.paragraphs = max(0, self.paragraphs - 1)
        elif role == roles.INSERTED:
            self.inserted = max(0, self.inserted - 1)
        elif self.links and (role == roles.LINK or role == roles.FIELD):
            self.links.pop()
        if roles.ENDING >> role & 1:
            self.end_text(start)
        if role == roles.ALTERNATE and self.branches:
            self.branches.pop()
        return 0

    # -- attributes --------------------------------------------------------------------------------------------------

    def attribute(self, at: cython.Py_ssize_t, values: dict[Any, Any]) -> cython.int:
        """Read an attribute: a reference, an identifier of a relationship, or text."""
        number: cython.Py_ssize_t = self.table[at + rows.ID]
        kind: cython.int = self.attributes[number] if number else self.kind_of(self.name(at))
        start: cython.Py_ssize_t = self.table[at + rows.VALUE]
        end: cython.Py_ssize_t = self.table[at + rows.VALUE_END]
        if kind == roles.NAME_VALUE or self.table[at + rows.BITS] & rows.TOO_LONG:
            return 0
        name: str
        if kind == roles.IDENTIFIER_VALUE and self.relationships:
            name = self.name(at).decode("utf-8", "replace")
            if name.partition(":")[0] in self.prefixes and self.identifier(name.lower(), start, end, values):
                return 0
        if kind == roles.URL_VALUE:
            texts: list[bytes] | None = None
            if self.is_opc:
                texts = [self.value_of(values, "unicodestring").strip().removeprefix("{}").encode("utf-8", "replace")]
            elif self.role == roles.LINK:
                texts = self.link_texts()
            self.href(self.name(at).decode("utf-8", "replace").lower(), start, end, self.relative, texts)
        elif next_byte(self.window, COLON, start, end) >= 0 or (
            self.always and next_byte(self.window, SPACE, start, end) >= 0
        ):
            name = self.name(at).decode("utf-8", "replace").lower()
            if kind == roles.FORMULA_VALUE:
                self.formula(pieces_of(self.window[start:end], self.offset + start, 0, None), name)
            self.attribute_text(name, start, end)
        return 0

    def link_texts(self) -> list[Any]:
        """Return the texts of the innermost link."""
        link: OpenLink = self.links[len(self.links) - 1]
        texts: list[bytes] = link.texts
        return texts

    def identifier(
        self, name: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t, values: dict[Any, Any]
    ) -> cython.bint:
        """Read an attribute that may hold the identifier of a relationship; return True if it does."""
        role = self.roles.get(self.element.rpartition(":")[2])
        if role == roles.CLICK:
            return self.click(name, start, end, values)
        texts: list[bytes] = self.link_texts() if role == roles.LINK and self.role == role else []
        return self.use(name, start, end, values, texts)

    # -- text --------------------------------------------------------------------------------------------------------

    def text(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, verbatim: cython.bint) -> cython.int:
        """Read a run of text."""
        role: cython.int = self.role
        joins: cython.bint = roles.JOINED >> role & 1 or self.paragraphs > 0
        has_colon: cython.bint = False
        version: cython.int = roles.NEW_VERSION if self.inserted else 0
        each: Piece
        if role == roles.BINARY:
            return 0
        if not joins or role == roles.VALUE:
            has_colon = next_byte(self.window, COLON, start, end) >= 0 or self.window.find(b"&#", start, end) >= 0
            if role == roles.VALUE and not (has_colon or self.always or self.keeps_cells):
                return 0
        if not joins and not (has_colon or self.always or self.loose or role == roles.FORMULA):
            return 0
        if role == roles.DELETED:
            version = roles.OLD_VERSION
        place: cython.longlong = self.offset + start
        run: bytes = self.window[start:end]
        pieces: list[Piece]
        if verbatim:
            pieces = [Piece(run, place, end - start, version, self.element)]
        else:
            pieces = pieces_of(run, place, version, self.element)
        if joins:
            self.begin_unit(start)
            if role == roles.INSTRUCTION and self.fields:
                field: OpenLink = self.fields[len(self.fields) - 1]
                if field.in_instruction:
                    field.instruction += pieces
                    field.element = self.element
                    for each in pieces:
                        self.unit.add(each)
                    return 0
        else:
            if not self.loose:
                self.end_text(start)
            self.loose = role != roles.FORMULA
            self.begin_unit(start)
        for each in pieces:
            self.add(each)
        return 0
