r"""CSV (RFC 4180) and TSV: a header, and the fields of JSON Lines as columns. Problems are not written.

None is an empty cell, booleans are the words ``true`` and ``false``, and the members of a list are separated by line
feeds. With context there are two more columns, ``before`` and ``after``. JSON Lines are exact;
tables are for people and their spreadsheets:

CSV
    A spreadsheet treats a cell that begins with one of ``= + - @``, their full-width forms, a tab or a line break as a
    formula, even in quotation marks. Such a text cell gets an apostrophe in front, which makes it text in all
    spreadsheets. Some spreadsheets also split cells at semicolons and tabs, or end them at a line break in spite of
    quotation marks, so one of these signs gets an apostrophe there too, and the cell quotation marks. Lines end with
    CRLF.
TSV
    Tabs, line breaks and backslashes are written ``\t``, ``\n``, ``\r`` and ``\\``, without quotation marks: each
    record is one line, and each tab ends a cell. Cells get no apostrophe.
"""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any, Final
from uri_extract.rows import Page
from uri_extract.rows.schema import COLUMNS
from uri_extract.sinks._records import Records
from uri_extract.sinks.text import Text

# First characters that make a spreadsheet treat a cell as a formula.
_FORMULA: Final = frozenset("=+-@\t\r\n＝＋－＠")
# The places in a cell where some spreadsheets begin another one, which would be a formula.
_FORMULA_INSIDE: Final = re.compile(r"""(?<=[;\t\r\n])(?="*+[-=+@＝＋－＠])""")


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(value)
    return "\n".join(value) if value else ""


def _csv(value: Any) -> str:
    cell = _text(value)
    if cell[:1] in _FORMULA and cell != "-":  # "-", the name of standard input, is not a formula
        cell = f"'{cell}"
    safe = _FORMULA_INSIDE.sub("'", cell)
    if safe != cell or "," in cell or '"' in cell or "\n" in cell or "\r" in cell:
        return '"{}"'.format(safe.replace('"', '""'))
    return cell


def one_line(cell: str) -> str:
    r"""Return a cell of TSV: tabs, line breaks and backslashes are ``\t``, ``\n``, ``\r``, ``\\``."""
    return cell.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


class _Table(Text):
    """A table with a header."""

    def __init__(self, separator: str, line_end: str, cell: Any, fields: tuple[str, ...]) -> None:
        first, *others = fields
        self.header: bytes = f"{separator.join((first, *others))}{line_end}".encode()
        heads = {first: "", **dict.fromkeys(others, separator)}
        self._records = Records(heads, line_end, cell)

    def encode(self, page: Page) -> bytearray:
        encoded: bytearray = self._records.encode(page)
        return encoded


class CSV(_Table):
    """Comma-separated values, safe to open in a spreadsheet."""

    def __init__(self, *, fields: tuple[str, ...] = COLUMNS) -> None:
        super().__init__(",", "\r\n", _csv, fields)


class TSV(_Table):
    """Tab-separated values, one record on each line."""

    def __init__(self, *, fields: tuple[str, ...] = COLUMNS) -> None:
        super().__init__("\t", "\n", lambda value: one_line(_text(value)), fields)
