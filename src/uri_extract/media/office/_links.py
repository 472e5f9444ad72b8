"""The open constructs of a part of an office document: the current unit, links, fields, and alternate content.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.media.markup.urls import kind_bits, uri, url
from uri_extract.media.office.cells import Cells
from uri_extract.media.office.fields import of_field, of_formula
from uri_extract.media.office.package import external, source_of

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract import limits
    from uri_extract.media.office._names import Names
    from uri_extract.media.office._unit import JoinedText, Piece, Reference, Unit, pieces_of
    from uri_extract.pages import layout

if TYPE_CHECKING:
    from uri_extract.media.office.fields import Link
    from uri_extract.media.office.package import Part, Relationship
    from uri_extract.media.office.scanner import OfficeScanner

# Attributes with a location in the target of a hyperlink (ECMA-376 part 1 §17.16.22, §18.3.1.47).
_LOCATIONS = cython.declare(tuple, ("location", "anchor", "doclocation"))


@cython.cclass
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


@cython.cclass
class Links(Names):
    """The references in the markup of one part, and the text around them.

    Places are offsets in the ``window``. ``element`` is the name of the current element.
    """

    def __init__(self, part: Part, scanner: OfficeScanner, numbered: list[bytes]) -> None:
        Names.__init__(self, part.package.family, numbered)
        self.unit = Unit()
        self.element = ""
        self.cells = Cells(part, part.name in part.package.relationships)
        self.keeps_cells = self.cells.wanted
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
        self.reported = False
        self.repeated = 0
        self.left_out = False

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
        field: OpenLink
        outer: OpenLink
        depth: cython.Py_ssize_t = len(self.fields)
        self.unit.add(piece)
        self.show(piece.text)
        if depth > 1:
            field = self.fields[depth - 1]
            outer = self.fields[depth - 2]
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
        """End a run of text, if one is open."""
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
        """Add the link of a field in one element, given its instruction."""
        pieces: list[Piece] = pieces_of(self.window[start:end], self.offset + start, 0, None)
        prefix, colon, _ = self.element.rpartition(":")
        self.add_link(pieces, layout.ATTRIBUTE, f"{prefix}{colon}instr", texts)
        return 0

    def formula(self, pieces: list[Any], attribute: object) -> cython.int:
        """Add the links in a formula."""
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
        """Add the reference of a link in a joined text."""
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
