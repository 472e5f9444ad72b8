r"""Lines with the place (``document:line:column:``), the context, or both, as the options require.

The context is a column before the reference and a column after it, separated by tabs. As in TSV, tabs, line breaks and
backslashes in these three columns are ``\t``, ``\n``, ``\r`` and ``\\``, so that each occurrence is one line. Control
characters in document names are escaped, unless lines end with NUL.
"""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract.rows.schema import CONTEXT
from uri_extract.sinks.lines import Lines, texts_of
from uri_extract.sinks.table import one_line
from uri_extract.sinks.text import exact, name_in_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Protocol

    from uri_extract.rows import Page

    class Style(Protocol):
        """The style of document names and other text."""

        def name(self, document: str, /) -> str:
            """Return the name of a document in this style."""

        def text(self, text: str, /) -> str:
            """Return other text in this style."""


class LocatedLines(Lines):
    """Writes :class:`Lines` with ``name``, ``line`` and ``column`` before each reference, and ``context`` around it."""

    def __init__(
        self, value: str = "target", *, null: bool = False, name: bool = False, line: bool = False,
        column: bool = False, context: bool = False, style: Style | None = None,
        shown: Callable[[str], str] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(value, null=null, shown=shown)
        self._end = "\0" if null else "\n"
        self._name, self._line, self._column, self._context = name, line or column, column, context
        self._style = style
        self.is_safe: bool = style is not None

    def encode(self, page: Page) -> bytes:
        """Return the lines of a page."""
        style = self._style
        columns: list[Iterable[str]] = []
        if self._name:
            names = ["-" if name is None else name for name in page.columns(("document",))["document"]]
            columns.append(f"{self._shown(name)}:" for name in names)
        for wanted, name in ((self._line, "line"), (self._column, "column")):
            if wanted:
                columns.append(f"{number}:" for number in page.columns((name,))[name])
        texts = texts_of(page, self._value)
        if self._text is not None:
            texts = [*map(self._text, texts)]
        if self._context:
            around = page.columns(CONTEXT)
            cells = ([one_line(text or "") for text in each] for each in (around["before"], texts, around["after"]))
            texts = list(map("\t".join, zip(*cells, strict=True)))
        columns.append(texts if style is None else map(style.text, texts))
        return exact("".join([f"{line}{self._end}" for line in map("".join, zip(*columns, strict=True))]))

    def _shown(self, document: str) -> str:
        if self._style is None:
            return name_in_line(document, null=self._end == "\0")
        return self._style.name(document)
