"""Records as tables for notebooks."""

from __future__ import annotations

from uri_extract._typing import Any


def as_html(fields: dict[str, Any]) -> str:
    """Return those fields that say something as a table: all text escaped, nothing in it a link, or acting on text.

    What was found may be anything (``javascript:``, an override of direction), and a notebook runs in a session.
    """
    from html import escape  # its table of entities takes time

    rows = []
    for name, value in fields.items():
        if value is not None and value is not False and value != []:
            text = ", ".join(value) if isinstance(value, list) else str(value)
            shown = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
            rows.append(f"<tr><th>{escape(name)}</th><td>{escape(shown)}</td></tr>")
    return f"<table>{''.join(rows)}</table>"
