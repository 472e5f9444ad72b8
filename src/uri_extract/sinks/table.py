r"""CSV (RFC 4180) and TSV: the members of JSON Lines as columns, a header first. Problems are not written.

None is an empty cell, ``true`` and ``false`` are words, and a list has a line feed between its members. With context
there are two more columns, ``before`` and ``after``. JSON Lines are exact; a table is for people and their
spreadsheets:

CSV
    A spreadsheet takes a cell that begins with one of ``= + - @``, their full-width forms, a tab or a line break for a
    formula, or looks for one after it, in quotes too. Such a cell of text gets an apostrophe before it, which makes it
    text in all of them. Lines end with CRLF.
TSV
    Tabs, line breaks and backslashes are written ``\t``, ``\n``, ``\r`` and ``\\``, and there are no quotes: each
    record is one line, and each tab ends a cell. Nothing is put before a cell.
"""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any, Final
from uri_extract.schema import BOOLEAN, COLUMNS, CONTEXT, INTEGER, LIST, names_of
from uri_extract.sinks.text import Text, utf8

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from uri_extract.pages import Page

# What a spreadsheet may take for the beginning of a formula.
_FORMULA: Final = frozenset("=+-@\t\r\n＝＋－＠")
_NUMBERS: Final = names_of(INTEGER)
_OTHERS: Final = names_of(BOOLEAN, LIST)  # all others are text, or None

_TSV_MARKS: Final = ("\\", "\t", "\r", "\n")
_QUOTED: Final = '",\r\n'


def _text(value: Any) -> str:
    """Return what stands for a value in a table."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return "\n".join(value) if value else ""


def _csv(cell: str) -> str:
    if cell[:1] in _FORMULA and cell != "-":  # standard input's name is no formula
        cell = f"'{cell}"
    if "," in cell or '"' in cell or "\n" in cell or "\r" in cell:
        return '"{}"'.format(cell.replace('"', '""'))
    return cell


def one_line(cell: str) -> str:
    r"""Return a cell of TSV: tabs, line breaks and backslashes are ``\t``, ``\n``, ``\r``, ``\\``."""
    return cell.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def _rows(
    page: Page, context: bool, column: Callable[[Sequence[str]], Iterable[str]]
) -> Iterator[tuple[str, ...]]:  # fmt: skip
    """Yield the cells of each row, made column by column: most need no look at each cell."""
    if not len(page):
        return iter(())
    made: dict[int, Iterable[str]] = {}
    for name, values in (found := page.columns((*COLUMNS, *CONTEXT) if context else COLUMNS)).items():
        if id(values) in made:
            continue
        if name in _NUMBERS:
            made[id(values)] = list(map(str, values))
        elif values.count(values[0]) == len(values):
            made[id(values)] = list(column([_text(values[0])])) * len(values)
        else:
            texts = list(map(_text, values)) if name in _OTHERS else [value or "" for value in values]
            made[id(values)] = list(column(texts))
    return zip(*[made[id(values)] for values in found.values()], strict=True)


class _Table(Text):
    """A table with a header; ``separator`` and ``line_end`` are those of its lines."""

    separator: str
    line_end: str

    def __init__(self, *, context: bool = False) -> None:
        self._context = context
        names = (*COLUMNS, *CONTEXT) if context else COLUMNS
        self.header = f"{self.separator.join(names)}{self.line_end}".encode()

    def encode(self, page: Page) -> bytes:
        """Return the lines of a page."""
        rows = _rows(page, self._context, self._column)
        return utf8(self.line_end.join([*map(self.separator.join, rows), ""]))

    def _column(self, texts: Sequence[str]) -> Iterable[str]:
        """Return the cells of a column."""
        raise NotImplementedError


class CSV(_Table):
    """Comma-separated values, safe to open in a spreadsheet."""

    separator = ","
    line_end = "\r\n"

    def _column(self, texts: Sequence[str]) -> Iterable[str]:
        whole = "".join(texts)
        harmless = _FORMULA.isdisjoint({text[:1] for text in texts}) and not any(mark in whole for mark in _QUOTED)
        return texts if harmless else map(_csv, texts)


class TSV(_Table):
    """Tab-separated values, a record a line."""

    separator = "\t"
    line_end = "\n"

    def _column(self, texts: Sequence[str]) -> Iterable[str]:
        whole = "".join(texts)
        return map(one_line, texts) if any(mark in whole for mark in _TSV_MARKS) else texts
