r"""Lines that begin with the place, ``document:line:column:``, or show what stands around; as asked for.

What stands around is a column before and one behind, with tabs between; as in TSV, tabs, line breaks and backslashes
in the three are ``\t``, ``\n``, ``\r`` and ``\\``, so that each occurrence is one line. Control characters in names
of documents are escaped, unless NUL ends each line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uri_extract.sinks.lines import Lines, text_of
from uri_extract.sinks.table import one_line
from uri_extract.sinks.text import exact, name_in_line

if TYPE_CHECKING:
    from typing import Protocol

    from uri_extract.records import Occurrence

    class Style(Protocol):
        """How names and other text are shown."""

        def name(self, document: str, /) -> str:
            """Return the name of a document."""

        def text(self, text: str, /) -> str:
            """Return any other text."""


class LocatedLines(Lines):
    """As :class:`Lines`, with ``name``, ``line`` and ``column`` before each, and ``context`` around it."""

    def __init__(
        self,
        value: str = "target",
        *,
        null: bool = False,
        name: bool = False,
        line: bool = False,
        column: bool = False,
        context: bool = False,
        style: Style | None = None,
    ) -> None:
        super().__init__(value, null=null)
        self._end = "\0" if null else "\n"
        self._name, self._line, self._column, self._context = name, line or column, column, context
        self._style = style
        #: Whether what it writes can be shown on a terminal as it is.
        self.is_safe = style is not None

    def encode(self, occurrences: list[Occurrence]) -> bytes:
        """Return the lines of occurrences."""
        style = self._style
        texts: list[str] = []
        for occurrence in occurrences:
            if self._name:
                document = "-" if occurrence.document is None else occurrence.document
                shown = name_in_line(document, null=self._end == "\0") if style is None else style.name(document)
                texts += (shown, ":")
            if self._line:
                texts.append(f"{occurrence.line}:{occurrence.column}:" if self._column else f"{occurrence.line}:")
            text = text_of(occurrence, self._value)
            if self._context:
                before, after = getattr(occurrence, "before", None), getattr(occurrence, "after", None)
                text = "\t".join((one_line(before or ""), one_line(text), one_line(after or "")))
            texts += (text if style is None else style.text(text), self._end)
        return exact("".join(texts))
