r"""CSV (RFC 4180) and TSV: the members of JSON Lines as columns, a header first. Problems have no place in them.

None is an empty cell, ``true`` and ``false`` are words, and a list has a line feed between its members. JSON Lines are
exact; a table is for people and their spreadsheets:

CSV
    A spreadsheet takes a cell that begins with one of ``= + - @``, their full-width forms, a tab or a line break for a
    formula or looks for one behind it, in quotes too. Such a cell of text has an apostrophe before it, which makes it
    text in all of them. Lines end with CRLF.
TSV
    Tabs, line breaks and backslashes are written ``\t``, ``\n``, ``\r`` and ``\\``, and there are no quotes: each
    record is one line, and each tab ends a cell. Nothing is put before a cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from uri_extract.records import COLUMNS
from uri_extract.sinks.columns import columns
from uri_extract.sinks.text import Text, utf8

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from uri_extract.records import Occurrence

# What a spreadsheet may take for the beginning of a formula.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_NUMBERS: Final = ("start", "end", "line", "column")

# What a column of harmless cells does not hold, put one behind the other with a NUL before each.
_CSV_MARKS: Final = ('"', ",", "\r", "\n", *(f"\0{beginning}" for beginning in _FORMULA))
_TSV_MARKS: Final = ("\\", "\t", "\r", "\n")
_QUOTED: Final = frozenset('",\r\n')
_ESCAPES: Final = {ord("\\"): "\\\\", ord("\t"): "\\t", ord("\n"): "\\n", ord("\r"): "\\r"}


def _text(value: Any) -> str:
    """Return what stands for a value in a table."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return "\n".join(value) if value else ""


def _csv(cell: str) -> str:
    if cell.startswith(_FORMULA) and cell != "-":  # standard input's name is no formula
        cell = f"'{cell}"
    return '"{}"'.format(cell.replace('"', '""')) if not _QUOTED.isdisjoint(cell) else cell


def _tsv(cell: str) -> str:
    return cell.translate(_ESCAPES)


def _cells(name: str, values: Sequence[Any], marks: tuple[str, ...], escape: Callable[[str], str]) -> Iterable[str]:
    """Return a column's cells; most columns need no look at each."""
    if name in _NUMBERS:
        return map(str, values)
    if values.count(None) == len(values) or values.count(()) == len(values):
        return [""] * len(values)
    texts = values if name in ("reference", "raw", "delimiter", "kind") else list(map(_text, values))
    whole = "\0".join(("", *texts))
    return map(escape, texts) if any(mark in whole for mark in marks) else texts


class CSV(Text):
    """Comma-separated values, safe to open in a spreadsheet."""

    header = ",".join(COLUMNS).encode() + b"\r\n"

    def encode(self, occurrences: list[Occurrence]) -> bytes:
        """Return the lines of occurrences."""
        cells = [_cells(name, values, _CSV_MARKS, _csv) for name, values in columns(occurrences).items()]
        return utf8("\r\n".join([*map(",".join, zip(*cells, strict=True)), ""]))


class TSV(Text):
    """Tab-separated values, a record a line."""

    header = "\t".join(COLUMNS).encode() + b"\n"

    def encode(self, occurrences: list[Occurrence]) -> bytes:
        """Return the lines of occurrences."""
        cells = [_cells(name, values, _TSV_MARKS, _tsv) for name, values in columns(occurrences).items()]
        return utf8("\n".join([*map("\t".join, zip(*cells, strict=True)), ""]))
