"""What is open while a part of an office document is read: the current unit, links, fields, and alternate content."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Final
from uri_extract.decode.character_references import decode
from uri_extract.decode.xml_references import reference
from uri_extract.limits import MAX_ALTERNATES, MAX_FIELDS, MAX_UNIT
from uri_extract.media.markup.urls import kind_bits, uri, url
from uri_extract.media.office.cells import Cells
from uri_extract.media.office.fields import Link, of_field, of_formula
from uri_extract.media.office.package import external, source_of
from uri_extract.media.office.unit import Joined, Piece, Reference, Unit, pieces_of
from uri_extract.pages import layout

if TYPE_CHECKING:
    from uri_extract.media.office.package import Part, Relationship
    from uri_extract.media.office.scanner import OfficeScanner

# Attributes with a place in what a hyperlink refers to (ECMA-376 part 1 §17.16.22, §18.3.1.47).
_LOCATIONS: Final = ("location", "anchor", "doclocation")


class Open:
    """A link or a field whose end is still to come, and the text in it.

    ``instruction`` is that of a field; it is read as long as ``in_instruction`` is true. ``is_link``: it refers to
    something.
    """

    __slots__ = ("element", "in_instruction", "instruction", "is_link", "texts")

    def __init__(self, in_instruction: bool = False) -> None:
        self.texts: list[bytes] = []
        self.instruction: list[Piece] = []
        self.in_instruction: bool = in_instruction
        self.is_link: bool = False
        self.element: str = ""


class Links:
    """The references of one part that are in markup, and the text around them.

    Places are indexes of the ``window``, which begins at byte ``offset`` of the document. ``element`` is the name of
    the current one.
    """

    def __init__(self, part: Part, scanner: OfficeScanner) -> None:
        self.unit: Unit = Unit()
        self.window: bytes = b""
        self.offset: int = 0
        self.element: str = ""
        self.cells: Cells = Cells(part, part.name in part.package.relationships)
        self._scanner = scanner
        self._package, self._part = part
        self.relationships: dict[str, Relationship] = part.package.relationships.get(part.name, {})
        self.links: list[Open] = []
        self.fields: list[Open] = []
        self.runs: list[list[bytes]] = []  # runs of text that are open: the text in each
        self.branches: list[tuple[set[tuple[str, bool]], bool]] = []  # what the first had; True: in another one
        self._click: tuple[str, int, list[bytes]] | None = None  # identifier, pieces at its end, and its text
        self._told = False

    # -- units -------------------------------------------------------------------------------------------------------

    @property
    def held(self) -> bool:
        """Whether what is open goes on in the next paragraph."""
        return bool(self.links) or any(each.in_instruction or each.is_link for each in self.fields)

    def begin_unit(self, start: int) -> None:
        """Begin a unit there, unless one is open."""
        if not self.unit.is_open:
            self._scanner.begin_unit(self.window, self.offset, start)
            self.unit.begin(self.offset + start)

    def end_text(self, start: int) -> None:
        """End the text before ``start``, and the unit if nothing in it goes on."""
        if not self.unit.is_open:
            return
        if not self.held:
            self.flush(start)
            return
        self.unit.separate(self.offset + start)
        self._show(b" ")
        if self.offset + start - self.unit.start > MAX_UNIT:
            self._give_up(start)

    def check_size(self, start: int) -> None:
        """End a unit that is too long."""
        if self.offset + start - self.unit.start > MAX_UNIT:
            self._give_up(start)

    def _give_up(self, start: int) -> None:
        if not self._told:
            self._told = True
            message = f"a paragraph, field or link of more than {MAX_UNIT} bytes: split there"
            self._scanner.report(self.unit.start, "content-too-long", message)
        self.flush(start)
        self.links.clear()
        self.fields.clear()
        self.runs.clear()

    def flush(self, end: int) -> None:
        """End the unit."""
        self._scanner.end_unit(self.unit, self.window, self.offset, end)
        self.unit.begin(-1)
        self._click = None

    def is_repeated(self, text: str, in_markup: bool) -> bool:
        """Return True if a branch before has the same reference; remember it if this is the first branch."""
        repeated = False
        key = text, in_markup
        for found, is_other in self.branches:
            if is_other:
                repeated = repeated or key in found
            elif len(found) < MAX_ALTERNATES:
                found.add(key)
        return repeated

    # -- text --------------------------------------------------------------------------------------------------------

    def add(self, pieces: list[Piece]) -> None:
        """Add text that a reader sees."""
        self.unit.add(pieces)
        fields = self.fields
        if not (fields or self.links or self.cells.wanted):  # as nearly always
            if self.runs:
                self.runs[-1] += [piece.text for piece in pieces]
            return
        for piece in pieces:
            self._show(piece.text)
            if len(fields) > 1 and fields[-2].in_instruction and not fields[-1].in_instruction:
                fields[-2].instruction.append(piece)

    def _show(self, text: bytes) -> None:
        for link in self.links:
            link.texts.append(text)
        for field in self.fields:
            if not field.in_instruction:
                field.texts.append(text)
        if self.runs:
            self.runs[-1].append(text)
        self.cells.take(text)

    def add_apart(self, pieces: list[Piece], start: int) -> None:
        """Add text that does not go on before or after it, and is not shown."""
        self.begin_unit(start)
        self.unit.separate(self.offset + start)
        self.unit.add(pieces)
        self.unit.separate(self.offset + start)

    # -- references --------------------------------------------------------------------------------------------------

    def refer(
        self, text: str, start: int, end: int, delimiter: int, attribute: str | None, rel: str | None,
        texts: list[bytes] | None = None,
    ) -> None:  # fmt: skip
        """Add a reference whose source is a span of the window."""
        self.begin_unit(start)
        place = self.offset
        texts = [] if texts is None else texts
        self.unit.references.append(
            Reference(place + start, place + end, text, delimiter, self.element, attribute, rel, texts)
        )

    def value(self, start: int, end: int) -> str:
        """Return the value of an attribute."""
        return decode(self.window[start:end], reference).text

    def use(self, name: str, start: int, end: int, values: dict[str, tuple[int, int]], texts: list[bytes]) -> bool:
        """Add the reference that an identifier means, if that is a relationship to what is not in the package."""
        identifier = self.value(start, end)
        found = self.relationships.get(identifier)
        if found is None:
            return False
        text = found.target
        locations = [self.value(*values[key]) for key in _LOCATIONS if key in values]
        location = next(filter(None, locations), "")
        if location and "#" not in text:
            text = f"{text}#{location.lstrip('#')}"
        else:
            self._package.used.add((self._part, identifier))
        if "ref" in values and not texts:
            shown = self.value(*values["display"]).encode() if "display" in values else None
            texts = [shown or self.cells.text(self.value(*values["ref"])) or b""]
        self.refer(text, start, end, layout.ATTRIBUTE, name, found.kind, texts)
        return True

    def click(self, name: str, start: int, end: int, values: dict[str, tuple[int, int]]) -> bool:
        """Add the link of a run, if it has one; runs that follow each other and have the same link are one."""
        identifier, count = self.value(start, end), len(self.unit.pieces)
        run = self.runs[-1] if self.runs else []
        before = self._click
        if before is not None and before[:2] == (identifier, count) and self.runs:
            self.runs[-1] = before[2]
            return True
        used = self.use(name, start, end, values, run)
        if used and self.runs:
            self._click = identifier, -1, run
        return used

    def end_run(self) -> None:
        """End a run of text."""
        run = self.runs.pop()
        if self._click is not None and self._click[2] is run:
            self._click = self._click[0], len(self.unit.pieces), run

    def relationship(self, values: dict[str, tuple[int, int]]) -> None:
        """Add a relationship, in the part that has them, unless it was found where it is used."""
        texts = {name: self.value(*span) for name, span in values.items()}
        found = external(texts)
        if found is not None and (source_of(self._part), texts.get("id", "")) not in self._package.used:
            self.refer(found.target, *values["target"], layout.ATTRIBUTE, "target", found.kind)

    def attribute_text(self, name: str, start: int, end: int) -> None:
        """Add what is in the value of any attribute: a URI, or text with some."""
        found = uri(self.value(start, end))
        if found is None:
            self.add_apart(pieces_of(self.window[start:end], self.offset + start), start)
            return
        self.refer(found.text, start, end, layout.ATTRIBUTE, name, None)

    def href(self, name: str, start: int, end: int, relative: tuple[str, ...], texts: list[bytes] | None) -> None:
        """Add a reference that is the value of an attribute; a relative one if it begins with one of these."""
        text = url(self.value(start, end)).text
        if text and (uri_like(text) or (text.startswith(relative) and not text.startswith("#"))):
            kind = "hyperlink" if texts is not None else self.element.rpartition(":")[2]
            self.refer(text, start, end, layout.ATTRIBUTE, name, kind, texts)

    # -- fields and formulas -----------------------------------------------------------------------------------------

    def begin_field(self, start: int) -> None:
        """Begin a field, whose instruction follows."""
        self.begin_unit(start)
        self.unit.separate(self.offset + start)
        self.fields.append(Open(in_instruction=True))
        del self.fields[:-MAX_FIELDS]

    def instruct(self, pieces: list[Piece]) -> None:
        """Add a part of the instruction of the innermost field."""
        field = self.fields[-1]
        field.instruction += pieces
        field.element = self.element
        self.unit.add(pieces)

    def end_instruction(self, start: int) -> None:
        """End the instruction of the innermost field: its result follows."""
        field = self.fields[-1]
        if field.in_instruction:
            field.in_instruction = False
            self.unit.separate(self.offset + start)
            self.element = field.element
            field.is_link = self._add_link(field.instruction, layout.ELEMENT, None, field.texts)

    def simple_field(self, start: int, end: int, texts: list[bytes]) -> None:
        """Add the link that a field in one element is, by its instruction."""
        pieces = pieces_of(self.window[start:end], self.offset + start)
        prefix, colon, _ = self.element.rpartition(":")
        self._add_link(pieces, layout.ATTRIBUTE, f"{prefix}{colon}instr", texts)

    def formula(self, pieces: list[Piece], attribute: str | None) -> None:
        """Add the links that a formula has."""
        joined = Joined(pieces)
        for link in of_formula(joined.text):
            self._add(joined, link, layout.QUOTE, attribute, [link.text or b""])

    def _add_link(self, pieces: list[Piece], delimiter: int, attribute: str | None, texts: list[bytes]) -> bool:
        joined = Joined(pieces)
        link = of_field(joined.text)
        if link is not None:
            self._add(joined, link, delimiter, attribute, texts)
        return link is not None

    def _add(self, joined: Joined, link: Link, delimiter: int, attribute: str | None, texts: list[bytes]) -> None:
        start, end = joined.span(link.start, link.end)
        text = url(link.reference.decode("utf-8", "surrogateescape")).text
        if text:
            self.refer(text, start - self.offset, end - self.offset, delimiter, attribute, link.kind, texts)


def uri_like(text: str) -> bool:
    """Return True if a reference has a scheme, or a host."""
    return text.startswith("//") or kind_bits(text) != layout.RELATIVE
