"""The markup of a part of an office document: references in attributes, and text that continues in the next element."""

from __future__ import annotations

from bisect import bisect_right

import cython

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.decode._character_references import decode, reference
from uri_extract.formats.office.fields import of_field, of_formula
from uri_extract.formats.office.package import OPC, Cells, external, source_of
from uri_extract.formats.office.vocabulary import ELEMENTS, FORMULAS, NAMES, OF_RELATIONSHIPS, URLS
from uri_extract.markup.urls import kind_bits, uri, url
from uri_extract.scan._kernel import SEPARATOR

if not cython.compiled:
    from uri_extract import limits
    from uri_extract._compat._ascii import COLON, SPACE
    from uri_extract.formats.office import vocabulary as roles
    from uri_extract.markup import rows
    from uri_extract.markup.xml import names
    from uri_extract.rows import layout
    from uri_extract.rows._bytes import next_byte

if TYPE_CHECKING:
    from uri_extract.formats.office.fields import Link
    from uri_extract.formats.office.package import Part, Relationship
    from uri_extract.formats.office.scanner import OfficeScanner


# -- The names and values in a part of an office document: the roles of elements and the kinds of attributes -----------

_NAMES = cython.declare(frozenset, NAMES)
_FORMULAS = cython.declare(frozenset, FORMULAS)
_URLS = cython.declare(frozenset, URLS)
_OF_RELATIONSHIPS = cython.declare(frozenset, OF_RELATIONSHIPS)


class Names:
    """The names in rows of a window, which begins at byte ``offset`` of the document, and the values of attributes."""

    def __init__(self, family: str, numbered: list[bytes]) -> None:
        self.window = b""
        self.offset: cython.longlong = 0
        self.table: cython.longlong[::1] = None
        self.roles: dict[str, int] = ELEMENTS[family]
        self.is_opc: cython.bint = family == OPC
        self.names: list[bytes] = numbered
        self.elements: list[int] = []  # the role of each name, by number
        self.shown: list[str] = []  # the name in records
        self.local: list[str] = []  # the name without a prefix
        self.attributes: list[int] = []
        self.prefixes: set[str] = set()  # of attributes that hold identifiers of relationships

    def take(self, window: bytes, offset: cython.longlong, table: cython.longlong[::1]) -> cython.int:
        """Take the rows of another window, and look up the names that are new in it."""
        self.window = window
        self.offset = offset
        self.table = table
        while len(self.elements) < len(self.names):
            name: bytes = self.names[len(self.elements)]
            shown: str = name.decode("utf-8", "replace").lower()
            self.shown.append(shown)
            self.local.append(shown.rpartition(":")[2])
            self.elements.append(self.role_of(name))
            self.attributes.append(self.kind_of(name))
        return 0

    def name(self, at: cython.Py_ssize_t) -> bytes:
        """Return the name in a row."""
        name: bytes = self.window[self.table[at + rows.START] : self.table[at + rows.END]]
        return name

    def role_of(self, name: bytes) -> cython.int:
        """Return the role of an element."""
        return self.roles.get(name.rpartition(b":")[2].decode("utf-8", "replace").lower(), 0)

    def kind_of(self, name: bytes) -> cython.int:
        """Return the kind of an attribute."""
        prefix, _, local = name.decode("utf-8", "replace").lower().rpartition(":")
        if prefix == "xmlns" or local in _NAMES:
            return roles.NAME_VALUE
        if local in _FORMULAS:
            return roles.FORMULA_VALUE
        if local in _URLS or (local == "href" and not self.is_opc):
            return roles.URL_VALUE
        return roles.IDENTIFIER_VALUE if prefix and self.is_opc else roles.OTHER_VALUE

    def values(self, first: cython.Py_ssize_t, after: cython.Py_ssize_t) -> dict[Any, Any]:
        """Return the spans of attribute values, by local names in lower case."""
        values: dict[str, tuple[int, int]] = {}
        table: cython.longlong[::1] = self.table
        for row in range(first, after, rows.WIDTH):
            number: cython.Py_ssize_t = table[row + rows.ID]
            if number:
                name: str = self.local[number]
            else:
                name = self.name(row).rpartition(b":")[2].decode("utf-8", "replace").lower()
            if name not in values:
                values[name] = table[row + rows.VALUE], table[row + rows.VALUE_END]
        return values

    def value(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
        text: str = decode(self.window[start:end], reference).text
        return text

    def value_of(self, values: dict[Any, Any], name: str) -> str:
        """Return the value of an attribute by its name; "" if it is missing."""
        span: tuple[int, int] | None = values.get(name)
        return "" if span is None else self.value(span[0], span[1])

    def declare(self, first: cython.Py_ssize_t, after: cython.Py_ssize_t) -> cython.int:
        """Store the prefixes of attributes that hold identifiers of relationships."""
        table: cython.longlong[::1] = self.table
        for row in range(first, after, rows.WIDTH):
            if table[row + rows.BITS] & names.DECLARES and len(self.prefixes) < limits.MAX_ALTERNATES:
                name = self.name(row).decode("utf-8", "replace")
                start: cython.Py_ssize_t = table[row + rows.VALUE]
                space: str = self.value(start, min(table[row + rows.VALUE_END], start + limits.MAX_BASE))
                if name.startswith("xmlns:") and space.strip().lower().rpartition("//")[2] in _OF_RELATIONSHIPS:
                    self.prefixes.add(name[6:])
        return 0


# -- A unit of an office document, whose text is read as one: a paragraph, a cell. Its references get their places -----

_SEPARATOR = cython.declare(bytes, SEPARATOR)


class Piece:
    """A piece of text, with the place and size of its source in the document.

    ``version`` is the only version with this text, 0 for all of them. ``element`` is the one that directly contains it,
    None in an attribute.
    """

    def __init__(
        self, text: bytes, place: cython.longlong, size: cython.longlong, version: cython.int, element: object
    ) -> None:
        self.text = text
        self.place = place
        self.size = size
        self.version = version
        self.element: Any = element


class JoinedText:
    """The joined text of pieces, without those of one version, and its map to the document."""

    def __init__(self, pieces: list[Piece], without: cython.int = 0) -> None:
        each: Piece
        size: cython.longlong = 0
        texts: list[bytes] = []
        self.pieces: list[Piece] = []
        self.starts: list[int] = []  # of the pieces, in the text
        for each in pieces:
            if each.text and not (without and each.version == without):
                self.pieces.append(each)
                self.starts.append(size)
                texts.append(each.text)
                size += len(each.text)
        self.text: bytes = texts[0] if len(texts) == 1 else b"".join(texts)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the document of part of the text; a piece that was replaced counts as a whole."""
        first: cython.Py_ssize_t = self.at(start)
        last: cython.Py_ssize_t = first if end <= start else self.at(end - 1)
        each: Piece = self.pieces[first]
        begin: cython.longlong = each.place
        if len(each.text) == each.size:
            begin += start - self.starts[first]
        each = self.pieces[last]
        stop: cython.longlong = each.place + each.size
        if len(each.text) == each.size:
            stop = each.place + end - self.starts[last]
        return begin, max(begin, stop)

    def element(self, position: int) -> Any:
        """Return the element that directly contains a byte of the text."""
        each: Piece = self.pieces[self.at(position)]
        return each.element

    def has(self, version: int, start: int, end: int) -> bool:
        """Return True if any of that part of the text is only in that version."""
        each: Piece
        found: cython.bint = False
        for each in self.pieces[self.at(start) : self.at(end - 1) + 1]:
            found = found or each.version == version
        return bool(found)

    def at(self, position: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the number of the piece that contains a byte of the text."""
        return bisect_right(self.starts, position) - 1 if len(self.starts) > 1 and position > 0 else 0


class Reference:
    """A reference in markup. ``shown`` are the pieces of text that are shown for it, as far as they are known.

    ``partial``: computed text follows it.
    """

    def __init__(
        self, start: cython.longlong, end: cython.longlong, text: str, delimiter: cython.longlong, element: str,
        attribute: object, rel: object, shown: list[bytes],
    ) -> None:  # fmt: skip
        self.start = start
        self.end = end
        self.text = text
        self.delimiter = delimiter
        self.element = element
        self.attribute = attribute
        self.rel = rel
        self.shown = shown
        self.partial = False


class Unit:
    """The text and the references between two places of a document across which no text continues.

    ``start`` is the place of its start, if it is open.
    """

    def __init__(self) -> None:
        self.begin(-1)

    def begin(self, start: cython.longlong) -> cython.int:
        """Begin a unit at that byte of the document; -1: none."""
        self.start = start
        self.is_open: cython.bint = start >= 0
        self.pieces: list[Piece] = []
        self.references: list[Reference] = []
        self.deleted: cython.bint = False  # some text was deleted
        return 0

    def separate(self, place: cython.longlong) -> cython.int:
        """Separate the text before from the text after."""
        if self.pieces:
            last: Piece = self.pieces[len(self.pieces) - 1]
            if last.text is not _SEPARATOR:
                self.pieces.append(Piece(_SEPARATOR, place, 0, 0, None))
        return 0

    def add(self, added: Piece) -> cython.int:
        self.pieces.append(added)
        if added.version == roles.OLD_VERSION:
            self.deleted = True
        return 0

    def readings(self) -> list[tuple[JoinedText, int]]:
        """Return the text; if some was deleted, also the earlier version, for references with deleted text."""
        if not self.deleted:
            return [(JoinedText(self.pieces), 0)]
        return [
            (JoinedText(self.pieces, roles.OLD_VERSION), 0),
            (JoinedText(self.pieces, roles.NEW_VERSION), roles.OLD_VERSION),
        ]


def pieces_of(run: bytes, place: cython.longlong, version: cython.int, element: object) -> list[Any]:
    """Return the pieces of a run of text, at byte ``place`` of the document, with character references decoded."""
    at: cython.Py_ssize_t = run.find(b"&")
    begin: cython.Py_ssize_t = 0
    if at < 0:
        return [Piece(run, place, len(run), version, element)]
    pieces: list[Piece] = []
    while at >= 0:
        found: Any = reference(run, at)
        if found is None:
            at = run.find(b"&", at + 1)
            continue
        if begin < at:
            pieces.append(Piece(run[begin:at], place + begin, at - begin, version, element))
        begin, character = found
        pieces.append(Piece(character.encode("utf-8", "replace"), place + at, begin - at, version, element))
        at = run.find(b"&", begin)
    if begin < len(run):
        pieces.append(Piece(run[begin:], place + begin, len(run) - begin, version, element))
    return pieces


# -- The open constructs of a part of an office document: the current unit, links, fields, and alternate content -------

# Attributes with a location in the target of a hyperlink (ECMA-376 part 1 §17.16.22, §18.3.1.47).
_LOCATIONS = cython.declare(tuple, ("location", "anchor", "doclocation"))


class OpenLink:
    """A link or a field whose end was not read yet, and its text.

    ``instruction`` is that of a field, which is read while ``in_instruction`` is true. ``is_link``: it has a target.
    """

    def __init__(self, in_instruction: cython.bint = False) -> None:
        self.texts: list[bytes] = []
        self.instruction: list[Piece] = []
        self.in_instruction = in_instruction
        self.is_link = False
        self.element = ""


class Links(Names):
    """The references in the markup of one part, and the text around them.

    Places are offsets in the ``window``. ``element`` is the name of the current element.
    """

    def __init__(self, part: Part, scanner: OfficeScanner, numbered: list[bytes]) -> None:
        Names.__init__(self, part.package.family, numbered)
        self.unit = Unit()
        self.element = ""
        self.cells = Cells(part, part.name in part.package.relationships)
        self.keeps_cells: cython.bint = self.cells.wanted
        self.scanner = scanner
        self.package, self.part = part
        self.relationships: dict[str, Relationship] = part.package.relationships.get(part.name, {})
        self.links: list[OpenLink] = []
        self.fields: list[OpenLink] = []
        self.runs: list[list[bytes]] = []  # the texts of open runs
        # Of each open alternate content: the references of its first branch; True in another branch.
        self.branches: list[tuple[set[tuple[str, bool]], bool]] = []
        # Of the last link of a run: its identifier, the number of pieces at its end, and its text.
        self.clicked: tuple[str, int, list[bytes]] | None = None
        self.reported = False  # a unit that was too long
        self.repeated: cython.longlong = 0  # characters of targets that were used again
        self.left_out = False  # a use of a relationship

    # -- units -------------------------------------------------------------------------------------------------------

    def is_held(self) -> cython.bint:
        """Return True if an open link or field continues in the next paragraph."""
        each: OpenLink
        held: cython.bint = len(self.links) > 0
        for each in self.fields:
            held = held or each.in_instruction or each.is_link
        return held

    def begin_unit(self, start: cython.longlong) -> cython.int:
        """Begin a unit at ``start``, unless one is open."""
        if not self.unit.is_open:
            self.scanner.begin_unit(self.window, self.offset, start)
            self.unit.begin(self.offset + start)
        return 0

    def end_text(self, start: cython.longlong) -> cython.int:
        """End the text before ``start``, and the unit if nothing in it continues."""
        if not self.unit.is_open:
            return 0
        if not self.is_held():
            self.flush(start)
            return 0
        self.unit.separate(self.offset + start)
        self.show(b" ")
        self.check_size(start)
        return 0

    def check_size(self, start: cython.longlong) -> cython.int:
        """End a unit that is too long, and report the first one."""
        if self.offset + start - self.unit.start > limits.MAX_UNIT:
            if not self.reported:
                self.reported = True
                message = f"a paragraph, field or link of more than {limits.MAX_UNIT} bytes: split at that size"
                self.scanner.report(self.unit.start, "content-too-long", message)
            self.flush(start)
            self.links.clear()
            self.fields.clear()
            self.runs.clear()
        return 0

    def flush(self, end: cython.longlong) -> cython.int:
        """End the unit."""
        self.scanner.end_unit(self.unit, self.window, self.offset, end)
        self.unit.begin(-1)
        self.clicked = None
        return 0

    def is_repeated(self, text: str, in_markup: bool) -> bool:
        """Return True if the first branch has the same reference; in the first branch, remember it."""
        repeated = False
        key = text, in_markup
        for found, is_other in self.branches:
            if is_other:
                repeated = repeated or key in found
            elif len(found) < limits.MAX_ALTERNATES:
                found.add(key)
        return repeated

    # -- text --------------------------------------------------------------------------------------------------------

    def add(self, piece: Piece) -> cython.int:
        """Add text that readers see."""
        depth: cython.Py_ssize_t = len(self.fields)
        self.unit.add(piece)
        self.show(piece.text)
        if depth > 1:
            field: OpenLink = self.fields[depth - 1]
            outer: OpenLink = self.fields[depth - 2]
            if outer.in_instruction and not field.in_instruction:
                outer.instruction.append(piece)
        return 0

    def show(self, text: bytes) -> cython.int:
        """Add text to the open links, fields, runs and cells."""
        each: OpenLink
        if self.links:
            for each in self.links:
                each.texts.append(text)
        if self.fields:
            for each in self.fields:
                if not each.in_instruction:
                    each.texts.append(text)
        if self.runs:
            run: list[bytes] = self.runs[len(self.runs) - 1]
            run.append(text)
        if self.keeps_cells:
            self.cells.take(text)
        return 0

    def add_apart(self, pieces: list[Any], start: cython.longlong) -> cython.int:
        """Add text that is not shown, and is not joined to the text before and after it."""
        piece: Piece
        self.begin_unit(start)
        self.unit.separate(self.offset + start)
        for piece in pieces:
            self.unit.add(piece)
        self.unit.separate(self.offset + start)
        return 0

    # -- references --------------------------------------------------------------------------------------------------

    def refer(
        self, text: str, start: cython.longlong, end: cython.longlong, delimiter: cython.longlong, attribute: object,
        rel: object, texts: list[Any],
    ) -> cython.int:  # fmt: skip
        """Add a reference whose source is a span of the window."""
        self.begin_unit(start)
        self.unit.references.append(
            Reference(self.offset + start, self.offset + end, text, delimiter, self.element, attribute, rel, texts)
        )
        return 0

    def use(
        self, name: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t, values: dict[Any, Any],
        texts: list[Any],
    ) -> cython.bint:  # fmt: skip
        """Add the target of a relationship, given its identifier; return False if it is not a known external one."""
        identifier = self.value(start, end)
        found: Relationship | None = self.relationships.get(identifier)
        if found is None:
            return False
        if found.is_used and not self.may_repeat(len(found.target), start):
            return True
        found.is_used = True
        text: str = found.target
        location: str = ""
        for key in _LOCATIONS:
            location = location or self.value_of(values, key)
        if location and "#" not in text:
            text = f"{text}#{location.lstrip('#')}"
        else:
            found.is_found = True
        if "ref" in values and not texts:
            shown = self.value_of(values, "display").encode()
            texts = [shown or self.cells.text(self.value_of(values, "ref")) or b""]
        self.refer(text, start, end, layout.ATTRIBUTE, name, found.kind, texts)
        return True

    def may_repeat(self, size: cython.longlong, start: cython.longlong) -> cython.bint:
        """Count a target of ``size`` characters that is used again; return False, and report it, if it is too much."""
        place: cython.longlong = self.offset + start
        if self.repeated + size <= limits.MAX_REPEATED + limits.REPEATED_RATIO * place:
            self.repeated += size
            return True
        if not self.left_out:
            self.left_out = True
            message = "long targets are used again and again: from here on, not all of these links are found"
            self.scanner.report(self.unit.start if self.unit.is_open else place, "expands-too-far", message)
        return False

    def click(self, name: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t, values: dict[Any, Any]) -> cython.bint:
        """Add the link of a run, if it has one; successive runs with the same link are one."""
        identifier, count = self.value(start, end), len(self.unit.pieces)
        run: list[bytes] = self.runs[-1] if self.runs else []
        before = self.clicked
        if before is not None and before[:2] == (identifier, count) and self.runs:
            self.runs[-1] = before[2]
            return True
        used = self.use(name, start, end, values, run)
        if used and self.runs:
            self.clicked = identifier, -1, run
        return used

    def end_run(self) -> cython.int:
        if self.runs:
            run: list[bytes] = self.runs.pop()
            if self.clicked is not None and self.clicked[2] is run:
                self.clicked = self.clicked[0], len(self.unit.pieces), run
        return 0

    def relationship(self, values: dict[Any, Any]) -> cython.int:
        """Add a relationship in the part that defines it, unless it was found where it is used."""
        texts: dict[str, str] = {name: self.value_of(values, name) for name in values}
        found: Relationship | None = external(texts)
        kept: dict[str, Relationship] = self.package.relationships.get(source_of(self.part), {})
        known: Relationship | None = kept.get(texts.get("id", ""))
        if found is not None and (known is None or not known.is_found):
            start, end = values["target"]
            self.refer(found.target, start, end, layout.ATTRIBUTE, "target", found.kind, [])
        return 0

    def attribute_text(self, name: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Add the references in the value of any attribute: a URI, or text that contains some."""
        found = uri(self.value(start, end))
        if found is None:
            self.add_apart(pieces_of(self.window[start:end], self.offset + start, 0, None), start)
        else:
            self.refer(found.text, start, end, layout.ATTRIBUTE, name, None, [])
        return 0

    def href(
        self, name: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t, relative: tuple[Any, ...],
        texts: list[Any] | None,
    ) -> cython.int:  # fmt: skip
        """Add the value of an attribute as a reference; a relative one only with one of these prefixes."""
        text: str = url(self.value(start, end)).text
        if text and (uri_like(text) or (text.startswith(relative) and not text.startswith("#"))):
            kind = "hyperlink" if texts is not None else self.element.rpartition(":")[2]
            self.refer(text, start, end, layout.ATTRIBUTE, name, kind, [] if texts is None else texts)
        return 0

    # -- fields and formulas -----------------------------------------------------------------------------------------

    def begin_field(self, start: cython.longlong) -> cython.int:
        """Begin a field, whose instruction follows."""
        self.begin_unit(start)
        self.unit.separate(self.offset + start)
        self.fields.append(OpenLink(True))
        del self.fields[: -limits.MAX_FIELDS]
        return 0

    def end_instruction(self, start: cython.longlong) -> cython.int:
        """End the instruction of the innermost field, whose result follows."""
        field: OpenLink = self.fields[len(self.fields) - 1]
        if field.in_instruction:
            field.in_instruction = False
            self.unit.separate(self.offset + start)
            self.element = field.element
            field.is_link = self.add_link(field.instruction, layout.ELEMENT, None, field.texts)
        return 0

    def simple_field(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, texts: list[Any]) -> cython.int:
        pieces: list[Piece] = pieces_of(self.window[start:end], self.offset + start, 0, None)
        prefix, colon, _ = self.element.rpartition(":")
        self.add_link(pieces, layout.ATTRIBUTE, f"{prefix}{colon}instr", texts)
        return 0

    def formula(self, pieces: list[Any], attribute: object) -> cython.int:
        joined: JoinedText = JoinedText(pieces)
        for link in of_formula(joined.text):
            self.add_reference(joined, link, layout.QUOTE, attribute, [link.text or b""])
        return 0

    def add_link(
        self, pieces: list[Any], delimiter: cython.longlong, attribute: object, texts: list[Any]
    ) -> cython.bint:
        """Add the link of a field's instruction; return False if there is none."""
        joined: JoinedText = JoinedText(pieces)
        link: Link | None = of_field(joined.text)
        if link is None:
            return False
        self.add_reference(joined, link, delimiter, attribute, texts)
        return True

    def add_reference(
        self, joined: JoinedText, link: Link, delimiter: cython.longlong, attribute: object, texts: list[Any]
    ) -> cython.int:
        start, end = joined.span(link.start, link.end)
        text: str = url(link.reference.decode("utf-8", "surrogateescape")).text
        if text:
            self.refer(text, start - self.offset, end - self.offset, delimiter, attribute, link.kind, texts)
            reference: Reference = self.unit.references[len(self.unit.references) - 1]
            reference.partial = link.partial
        return 0


def uri_like(text: str) -> cython.bint:
    """Return True if a reference has a scheme or a host."""
    return text.startswith("//") or kind_bits(text) != layout.RELATIVE


# -- The tags of a part of an office document: references in attributes, and text that continues in the next element ---
#
# The rows of the XML tokenizer are read one by one; text that belongs together is a :class:`Unit`.

# A relative reference begins with this for each folder that it leaves; with one more than the part's depth it leaves
# the package (ODF 1.3 part 2 §3.7).
_UP = "../"


class OfficeMarkup(Links):
    """Read the rows of one part, window by window.

    ``always``: text matters even without a colon.
    """

    def __init__(self, part: Part, scanner: OfficeScanner, always: bool, tokenizer: Any) -> None:
        Links.__init__(self, part, scanner, tokenizer.names)
        self.always: cython.bint = always
        self.relative: tuple[str, ...] = (_UP * (part.name.count("/") + 1), "/") if part.name else ("",)
        self.role: cython.int = 0  # of the element that begins before the current text
        self.loose = False  # the last text is a unit of its own
        self.paragraphs = 0
        self.inserted = 0

    # -- rows --------------------------------------------------------------------------------------------------------

    def read(self, window: bytes, offset: cython.longlong, table: cython.longlong[::1], count: int) -> None:
        """Read the rows of a window that begins at byte ``offset`` of the document."""
        at: cython.Py_ssize_t = 0
        total: cython.Py_ssize_t = count * rows.WIDTH
        self.take(window, offset, table)
        while at < total:
            kind: cython.longlong = table[at]
            if kind == rows.START_TAG:
                at = self.start_tag(at, total)
                continue
            if kind == rows.END_TAG:
                number: cython.Py_ssize_t = table[at + rows.ID]
                role: cython.int = self.elements[number] if number else self.role_of(self.name(at))
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
        first: cython.Py_ssize_t = at + rows.WIDTH
        if number:
            role: cython.int = self.elements[number]
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
                kind: cython.int = self.attributes[number] if number else -1
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
        if kind == roles.IDENTIFIER_VALUE and self.relationships:
            name: str = self.name(at).decode("utf-8", "replace")
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
        if verbatim:
            pieces: list[Piece] = [Piece(run, place, end - start, version, self.element)]
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
