"""The table of a report that is shown without JavaScript: the first references."""

from __future__ import annotations

from html import escape

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


def static_table(totals: Mapping[str, int], records: Sequence[Mapping[str, Any]]) -> str:
    """Return the totals and the first records as HTML, in columns that are not empty."""
    if not records:
        return "<p>None were found.</p>"
    columns = {title: [_cell(record, names) for record in records] for title, names in _COLUMNS.items()}
    shown = {title: cells for title, cells in columns.items() if any(cells)}
    head = "".join(f"<th>{title}" for title in shown)
    rows = "\n".join("<tr>" + "".join(f"<td>{cell}" for cell in row) for row in zip(*shown.values(), strict=True))
    counts = "; ".join(f"{name}: {count:,}" for name, count in totals.items())
    return f"<p>{counts}</p>\n<p>The first {len(records):,}:</p>\n<table>\n<tr>{head}\n{rows}\n</table>"


def _cell(record: Mapping[str, Any], names: tuple[str, ...]) -> str:
    value = next((record[name] for name in names if record.get(name)), "")
    text = ", ".join(value) if isinstance(value, list) else str(value)
    text = text if len(text) <= _MOST else text[: _MOST - 1] + "\u2026"
    return escape("".join(each if each.isprintable() else repr(each)[1:-1] for each in text))
