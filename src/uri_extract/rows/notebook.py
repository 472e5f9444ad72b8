"""Records as tables for notebooks."""

from __future__ import annotations

from uri_extract._compat._typing import Any


def as_html(fields: dict[str, Any]) -> str:
    """Return the fields that are set as an HTML table. All text is escaped, control characters too, without links.

    A reference may be hostile (``javascript:``, a bidi override), and a notebook runs in the user's session.
    """
    from html import escape  # its table of entities takes time

    rows = []
    for name, value in fields.items():
        if value is not None and value is not False and value != []:
            text = ", ".join(value) if isinstance(value, list) else str(value)
            shown = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
            rows.append(f"<tr><th>{escape(name)}</th><td>{escape(shown)}</td></tr>")
    return f"<table>{''.join(rows)}</table>"
