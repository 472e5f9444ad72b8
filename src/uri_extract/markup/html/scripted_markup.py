"""Add references found in markup as rows, and read the content of attributes and scripts."""

from __future__ import annotations

from collections.abc import Callable

from uri_extract._compat._ascii import AMPERSAND, COLON
from uri_extract._compat._typing import Any
from uri_extract.decode._character_references import Value, decode
from uri_extract.limits import MAX_REFERENCE, MAX_SRCDOC
from uri_extract.markup.bases import Pending
from uri_extract.markup.html import script_words
from uri_extract.markup.html.scripted import ScriptReference, in_attribute, is_scripted, may_refer
from uri_extract.markup.urls import kind_bits
from uri_extract.rows import LineCounter, Rows, layout
from uri_extract.rows.details import Details, Origin
from uri_extract.rows.records import Problem


class MarkupRows:
    """Holds the window and the current element, and the ``rows`` of one document."""

    rows: Rows
    lines: LineCounter
    origin: Origin
    own: tuple[str | None, ...]
    walker: Any
    css: list[tuple[int, int]]
    noted: bool
    #: Makes the scanner of a document in an attribute, ``depth`` levels deep; None: such documents are not read.
    embedded: Callable[..., Any] | None = None
    depth = 0
    _element: str

    # -- attributes for scripts, and data blocks ---------------------------------------------------------------------

    def scripted(self, name: int, name_end: int, start: int, end: int) -> None:
        """Read an attribute of the current tag that scripts read or run."""
        window, offset = self.walker.window, self.walker.offset
        attribute = window[name:name_end][:256].lower().decode("utf-8", "replace")
        raw = window[start:end]
        if may_refer(attribute, raw):
            value = decode(raw)
            if not is_scripted(attribute, value.text, self._element):
                return
            self._add_meant(in_attribute(attribute, value.text), value, start, attribute)
        if COLON in raw or AMPERSAND in raw:
            self.walker.texts.append((offset + start, offset + end, self._element, attribute))
        for place in (start - 1, end):  # the value ends with its quotation marks
            if window[place : place + 1] in (b'"', b"'"):
                self.walker.mask(place, place + 1)

    def island(self, kind: str, start: int, end: int) -> None:
        """Read a data block of that kind (:data:`.script_words.DATA_BLOCKS`); "json" is JSON with escaped quotes."""
        from uri_extract.markup.html import islands  # few documents need it

        self._element = "script"
        if kind != "json":
            for text, first, last, bits in islands.in_json(kind, self.walker.window[start:end].decode("latin-1")):
                self._add_script(text, start + first, start + last, bits, None)
            return
        found, escapes = islands.in_escaped_json(self.walker.window[start:end])
        for text, first, last, bits in found:
            self._add_script(text, start + first, start + last, bits, None)
        for first, last in escapes:
            self.walker.mask(start + first, start + last)

    def _add_meant(self, found: list[ScriptReference], value: Value, start: int, attribute: str | None) -> None:
        """Add references that scripts may follow, in a ``value`` that is at ``start`` of the window."""
        for text, begin, stop, bits in found:
            begin, stop = value.span(begin, stop)
            if not bits & script_words.HIDDEN:
                self._add_script(text, start + begin, start + stop, bits, attribute)
            self.walker.mask(start + begin, start + stop)

    def _add_script(self, text: str, start: int, end: int, bits: int, attribute: str | None) -> None:
        self.lines.count_to(self.walker.window, self.walker.offset, start)
        self._add(
            text, self.walker.window[start:end], self.walker.offset + start, layout.SCRIPT, self.walker.bases,
            self._element, attribute, script_words.PARTIALLY if bits & script_words.PARTIAL else None,
        )  # fmt: skip
        self.walker.mask(start, end)

    def _srcdoc(self, value: Value, start: int, end: int) -> None:
        """Read a document in an attribute: its base is that of this document (HTML Standard §4.8.5)."""
        if self.embedded is None:
            return
        if self.depth >= MAX_SRCDOC:
            message = f"a document nested {MAX_SRCDOC + 1} levels deep in attributes is read as text"
            self.report(Problem(self.origin.document, self.walker.offset + start, "too-deep", message))
            return
        bases, text = self.walker.bases, value.text
        own = self.own if isinstance(bases, Pending) else bases
        problems: list[Problem] = []
        octets = text.encode("utf-8", "surrogatepass")
        scanner = self.embedded(base=own[0], depth=self.depth + 1, on_problem=problems.append)
        page = scanner.read(octets, final=True)
        rows, row, window, offset = self.rows, len(self.rows), self.walker.window, self.walker.offset
        rows.add_page(page)
        rows_end, at, passed = len(rows), 0, 0
        for number in range(row, rows_end):
            if scanner.base.source != "embedded":
                rows.set_bases(number, bases)
            first, last = rows.get(number, layout.START), rows.get(number, layout.END)
            passed += len(octets[at:first].decode("utf-8", "replace"))
            at = first
            size = len(octets[first:last].decode("utf-8", "replace"))
            begin, stop = value.span(passed, passed + size)
            begin, stop = start + begin, start + stop
            self.lines.count_to(window, offset, begin)
            rows.set_raw(number, window[begin:stop].decode("utf-8", "surrogateescape"))
            column = offset + begin - self.lines.start + 1
            rows.move_to(number, offset + begin, offset + stop, self.lines.number, column)
        for problem in problems:
            self.report(problem._replace(offset=offset + start))
        self.walker.mask(start, end)

    # -- rows --------------------------------------------------------------------------------------------------------

    def _too_long(self, place: int) -> None:
        message = f"a reference that begins here has more than {MAX_REFERENCE} bytes, and is left out"
        self.report(Problem(self.origin.document, place, "reference-too-long", message))

    def report(self, problem: Problem) -> None:
        """Add a problem to the rows."""
        self.rows.problem(problem)
        self.noted = True

    def _add(
        self, text: str, raw: bytes, start: int, delimiter: int, bases: Any, element: str, attribute: str | None,
        details: Details | None = None,
    ) -> None:  # fmt: skip
        self.rows.add(
            text, raw.decode("utf-8", "surrogateescape"), start, start + len(raw), self.lines.number,
            start - self.lines.start + 1, kind_bits(text) | delimiter, bases, self.origin, element, attribute,
            details,
        )  # fmt: skip
        if delimiter == layout.CSS:
            self.css.append((start, start + len(raw)))

    def _count(self, begin: int, text: bytes, to: int | None = None) -> None:
        """Count the line feeds in ``text``, which is at ``begin``, up to ``to`` or its end."""
        self.lines.count_to(text, begin, len(text) if to is None else to - begin)
