"""The table of a report that is shown without JavaScript: the first references."""

from __future__ import annotations

from html import escape
from itertools import compress

from uri_extract._compat._typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: The most references in the table.
MAX_STATIC: Final = 100
# Characters of a text in the table.
_MOST: Final = 200
# The title of each column, and the fields of which it shows the first that a row has.
_COLUMNS: Final = {
    "Link": ("unwrapped", "target", "reference"), "Text": ("text",), "Hazards": ("hazards",), "From": ("sender",),
    "Subject": ("subject",), "Date": ("captured_at",), "Found in": ("source_url", "document"), "Line": ("line",),
}  # fmt: skip


def static_table(totals: Mapping[str, int], rows: Sequence[Sequence[str]]) -> str:
    """Return the totals and rows of :func:`static_row` as HTML, in columns that are not empty."""
    if not rows:
        return "<p>None were found.</p>"
    used = [any(column) for column in zip(*rows, strict=True)]
    head = "".join(f"<th>{title}" for title in compress(_COLUMNS, used))
    body = "\n".join("<tr>" + "".join(f"<td>{cell}" for cell in compress(row, used)) for row in rows)
    counts = "; ".join(f"{name}: {count:,}" for name, count in totals.items())
    return f"<p>{counts}</p>\n<p>The first {len(rows):,}:</p>\n<table>\n<tr>{head}\n{body}\n</table>"


def static_row(record: Mapping[str, Any]) -> list[str]:
    """Return the cells of a record, each a short text as HTML."""
    return [_cell(record, names) for names in _COLUMNS.values()]


def _cell(record: Mapping[str, Any], names: tuple[str, ...]) -> str:
    value = next((record[name] for name in names if record.get(name)), "")
    text = ", ".join(value) if isinstance(value, list) else str(value)
    text = text if len(text) <= _MOST else text[: _MOST - 1] + "\u2026"
    return escape("".join(each if each.isprintable() else repr(each)[1:-1] for each in text))
