"""The text of cells, for the hyperlinks of a worksheet, which come after them (ECMA-376 part 1 §18.3.1.47)."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract.formats.office.package import STRINGS
from uri_extract.limits import MAX_CELLS, MAX_LINK_TEXT, MAX_STRINGS

if TYPE_CHECKING:
    from uri_extract.formats.office.package import Part


class Cells:
    """Keeps the text shown in the cells of one part, within limits; other links have no text.

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
