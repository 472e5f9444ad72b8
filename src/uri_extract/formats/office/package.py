"""The data that parts of one package share: relationships, and the base of hyperlinks.

A relationship is defined in a part of its own, whose name gives the part that uses it by its identifier (ECMA-376 part
2 §6.5): the target of a hyperlink is in ``word/_rels/document.xml.rels``, its text in ``word/document.xml``.
"""

from __future__ import annotations  # noqa: I001 - several to a line

from array import array
from itertools import chain

from uri_extract._compat._typing import Final, NamedTuple
from uri_extract.decode._character_references import decode
from uri_extract.decode._character_references import reference
from uri_extract.limits import (
    MAX_BASE, MAX_CELLS, MAX_LINK_TEXT, MAX_RELATIONSHIPS, MAX_RELATIONSHIPS_TEXT, MAX_STRINGS,
)  # fmt: skip
from uri_extract.markup import rows, xml
from uri_extract.markup.urls import kind_bits, url
from uri_extract.markup._markup_rows import Windows
from uri_extract.markup.xml.charset import XmlOpening
from uri_extract.rows import layout
from uri_extract.uri import InvalidReference, resolve
from collections.abc import Iterable, Iterator


#: The families of packages.
OPC, ODF, IWORK = "opc", "odf", "iwork"

#: The part with the base of the package's hyperlinks.
PROPERTIES: Final = "docprops/app.xml"
#: The part of a workbook with the strings that its cells refer to.
STRINGS: Final = "xl/sharedstrings.xml"
#: The part that lists encrypted parts (ODF 1.3 part 2 §4).
MANIFEST: Final = "meta-inf/manifest.xml"

_SUFFIX: Final = ".rels"


class Relationship:
    """An external relationship: its target, and the last segment of its type.

    ``is_used``: a part has used it; ``is_found``: its target was found there as it is, without a location in it.
    """

    __slots__ = ("is_found", "is_used", "kind", "target")

    def __init__(self, target: str, kind: str) -> None:
        self.target: str = target
        self.kind: str = kind
        self.is_used: bool = False
        self.is_found: bool = False


class Package:
    """One package of a ``family``. ``own`` is its URI, None if unknown."""

    def __init__(self, family: str, own: str | None = None) -> None:
        self.family = family
        #: The base of relative targets; and whether it is the declared base of hyperlinks.
        self.base: str | None = own
        self.has_hyperlink_base: bool = False
        #: The external relationships: by the part that uses them, and their identifier.
        self.relationships: dict[str, dict[str, Relationship]] = {}
        self.count: int = 0
        self._size = 0  # bytes of their texts
        self._kinds: dict[str, str] = {}
        # The strings of a workbook, joined, and the end of each.
        self._strings = bytearray()
        self._ends = array("I", (0,))

    def add_relationships(self, part: str, chunks: Iterable[bytes]) -> bool:
        """Add the relationships in a part; return False if there are too many."""
        of = source_of(part)
        known = self.relationships.setdefault(of, {})
        for name, values, _ in elements(chunks):
            if name != "relationship":
                continue
            found = external(values)
            identifier = values.get("id")
            if found is None or not identifier:
                continue
            if identifier in known:
                continue
            self._size += found.target.__sizeof__() + identifier.__sizeof__()
            if self.count >= MAX_RELATIONSHIPS or self._size > MAX_RELATIONSHIPS_TEXT:
                return False
            self.count += 1
            found.kind = self._kinds.setdefault(found.kind, found.kind)  # one object for all
            known[identifier] = found
        return True

    def add_string(self, text: bytes) -> None:
        """Add a string of the workbook, unless they are too large."""
        if self.size_of_strings + len(text) <= MAX_STRINGS:
            self._strings += text
            self._ends.append(len(self._strings))

    def string(self, number: int) -> bytes | None:
        """Return the string of the workbook with that number, from 0; None if there is none."""
        if number + 1 >= len(self._ends):
            return None
        return bytes(self._strings[self._ends[number] : self._ends[number + 1]])

    @property
    def size_of_strings(self) -> int:
        """The bytes of memory that the strings of the workbook take."""
        return len(self._strings) + self._ends.itemsize * len(self._ends)

    def add_properties(self, chunks: Iterable[bytes]) -> None:
        """Read the base of hyperlinks (ECMA-376 part 1 §22.2.2.16)."""
        for name, _, text in elements(chunks):
            if name != "hyperlinkbase" or not text.strip():
                continue
            base = url(text).text
            if self.base is not None:
                try:
                    base = resolve(self.base, base)
                except InvalidReference:
                    return
            if kind_bits(base) != layout.RELATIVE and len(base) <= MAX_BASE:
                self.base, self.has_hyperlink_base = base, True
            return


class Part(NamedTuple):
    """A part of a package. Its name is in lower case, since names are compared that way (ECMA-376 part 2 §6.2.2.4)."""

    package: Package
    name: str


def part_name(member: str) -> str:
    """Return the name of the part that is a member of a ZIP archive."""
    return member.replace("\\", "/").lstrip("/").lower()


def is_relationships(part: str) -> bool:
    """Return True if a part with that name holds relationships (ECMA-376 part 2 §6.5.2)."""
    return part.endswith(_SUFFIX) and f"/{part}".rpartition("/")[0].endswith("/_rels")


def source_of(part: str) -> str:
    """Return the name of the part whose relationships are in that one; empty for those of the package.

    >>> source_of("word/_rels/document.xml.rels")
    'word/document.xml'
    """
    folder, _, name = f"/{part}".rpartition("/")
    return f"{folder.removesuffix('_rels')}{name.removesuffix(_SUFFIX)}".lstrip("/")


def external(values: dict[str, str]) -> Relationship | None:
    """Return the external relationship that these attributes define, None if its target is another part.

    A target with a scheme is external, whatever its mode.
    """
    target = url(values.get("target", "")).text
    is_external = values.get("targetmode", "").strip().lower() == "external"
    if not target or not (is_external or kind_bits(target) != layout.RELATIVE):
        return None
    return Relationship(target, values.get("type", "").rstrip("/").rpartition("/")[2])


def elements(chunks: Iterable[bytes]) -> Iterator[tuple[str, dict[str, str], str]]:
    """Yield the elements of a small XML document: the name, the attributes, and the text at the start of each.

    Names are local, and in lower case. An element with text is yielded after the text.
    """
    windows = Windows(xml.Tokenizer())
    name, values, text = "", dict[str, str](), ""
    opening = XmlOpening()
    for chunk, final in chain(((each, False) for each in chunks), ((b"", True),)):
        if not windows.take(opening.text(chunk, final), final):
            continue
        tokenizer, window = windows.tokenizer, windows.window
        more = True
        while more:
            more = tokenizer.scan()
            table = tokenizer.table
            for at in range(0, tokenizer.count * rows.WIDTH, rows.WIDTH):
                kind = table[at]
                if kind == rows.ATTRIBUTE:
                    attribute = local(window[table[at + rows.START] : table[at + rows.END]])
                    values.setdefault(attribute, _text(window[table[at + rows.VALUE] : table[at + rows.VALUE_END]]))
                elif kind in (rows.DATA, rows.CDATA):
                    if name and len(text) < MAX_BASE:
                        text += _text(window[table[at + rows.START] : table[at + rows.END]])
                elif kind in (rows.START_TAG, rows.END_TAG):
                    if name:
                        yield name, values, text
                    name, values, text = "", {}, ""
                    if kind == rows.START_TAG:
                        name = local(window[table[at + rows.START] : table[at + rows.END]])
    if name:
        yield name, values, text


def local(name: bytes) -> str:
    """Return the local part of a name, in lower case."""
    return name.rpartition(b":")[2].decode("utf-8", "replace").lower()


def _text(raw: bytes) -> str:
    return decode(raw, reference).text


class Cells:
    """Keeps the text shown in the cells of one part, within limits; other links have no text.

    Hyperlinks of a worksheet come after its cells (ECMA-376 part 1 §18.3.1.47).

    ``wanted``: the part has hyperlinks. The strings of a workbook are a separate part, which is read first.
    """

    def __init__(self, part: Part, wanted: bool) -> None:
        self._package = part.package
        self._is_strings = part.name == STRINGS and part.package.count > 0
        self.wanted: bool = self._is_strings or (wanted and "/worksheets/" in part.name)
        self._cells: dict[str, bytes | int] = {}
        self._size = 0  # bytes of their texts
        self._texts: list[bytes] | None = None  # of the current cell or string
        self._cell, self._type = "", ""
        self.paused = False  # text is not shown

    def begin(self, cell: str = "", cell_type: str = "") -> None:
        """Begin a cell, or a string."""
        if self.wanted:
            self._texts = []
            self._cell, self._type = cell.upper(), cell_type

    def take(self, text: bytes) -> None:
        """Add text to the current cell."""
        if self._texts is not None and not self.paused and len(self._texts) < MAX_LINK_TEXT:
            self._texts.append(text[:MAX_LINK_TEXT])

    def clear(self) -> None:
        """Drop the text so far, which was a formula."""
        if self._texts is not None:
            self._texts = []

    def end(self) -> None:
        """End the current cell or string."""
        if self._texts is None:
            return
        text = b"".join(self._texts)[:MAX_LINK_TEXT]
        self._texts = None
        package = self._package
        if self._is_strings:
            package.add_string(text)
        elif self._cell and text and len(self._cells) < MAX_CELLS:
            is_index = self._type == "s" and len(text) < 10 and text.strip().isdigit()
            self._size += len(self._cell) + (0 if is_index else len(text))
            if self._size + package.size_of_strings <= MAX_STRINGS:
                self._cells[self._cell] = int(text) if is_index else text

    def text(self, cells: str) -> bytes | None:
        """Return the text of the first of these cells, None if it is unknown."""
        found = self._cells.get(cells.partition(":")[0].replace("$", "").upper())
        return self._package.string(found) if isinstance(found, int) else found
