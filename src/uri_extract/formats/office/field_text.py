"""The text of a document whose decoder writes each instruction of a field as a line of its own, before the result."""

from __future__ import annotations

from collections import deque

import uri_extract._compat._re as re
from uri_extract.decode.rtf_words import INSTRUCTION
from uri_extract.formats.lightweight._links import Syntax
from uri_extract.formats.lightweight.scanner import SyntaxScanner
from uri_extract.formats.office.fields import of_field
from uri_extract.scan._kernel import SEPARATOR

_BEFORE = re.compile(b"\n" + INSTRUCTION)


class Fields(Syntax):
    """Read the lines of an instruction, of the separator after it, and of its result as one paragraph."""

    results: deque[int]  # twice the offsets of results in the document; of their ends plus 1
    offset = 0  # of the window

    def __init__(self) -> None:
        super().__init__()
        self._lines = 0  # that the paragraph may still have
        self.pass_aside(_BEFORE)

    def line(self, text: bytes, start: int) -> bool:
        """Read a line; return True if it belongs to a field."""
        if text.startswith(INSTRUCTION):
            self.close_paragraph(start)
            self._lines = 3
        elif not self._lines:
            return False
        self._lines -= 1
        return True

    def paragraph(self, start: int, end: int) -> None:
        """Read a field: add the link of its instruction, if there is one."""
        begin = start + len(INSTRUCTION)
        stop = self.window.find(SEPARATOR, begin, end)
        stop = end if stop < 0 else stop
        link = of_field(self.window[begin:stop])
        result = stop + len(SEPARATOR)
        place = 2 * (self.offset + result)
        while self.results and self.results[0] < place:
            self.results.popleft()
        if link is not None:
            label = b""
            if self.results and self.results[0] == place:  # what follows may be unknown yet, if it is in a later line
                last = self.results[1] // 2 - self.offset if len(self.results) > 1 else end
                label = self.window[result : min(last, end)]
            reference = link.reference.decode("utf-8", "surrogateescape")
            self.add(begin + link.start, begin + link.end, label, link.kind, reference)


class FieldScanner(SyntaxScanner):
    """Find the references in such a text, with the ``results`` of its fields."""

    syntax: type[Syntax] = Fields
    results: deque[int]

    def _read_window(self) -> None:
        tokenizer = self._windows.tokenizer
        tokenizer.results, tokenizer.offset = self.results, self._windows.offset
        super()._read_window()
        while self.results and self.results[0] < 2 * tokenizer.offset:  # of no instruction
            self.results.popleft()
