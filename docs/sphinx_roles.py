"""Make Markdown of docstrings: an extension for Griffe, which mkdocs.yml names."""

from __future__ import annotations

import re
from typing import Any

import griffe

_ROLE = re.compile(r":[a-z]+:`(?:~(?:\w+\.)*|\.)?([^`\n]+)`")
# Names in a line, and what is said of them in lines that are indented.
_DEFINITION = re.compile(r"^(``.*``)\n((?: {4}.*(?:\n|$))+)", re.MULTILINE)
# A table of two columns, between two lines of "=".
_TABLE = re.compile(r"^(=+) =+\n((?:.+\n)+?)=+ =+$", re.MULTILINE)
_DOCTEST = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


def _table(found: re.Match[str]) -> str:
    """Return a table as Markdown has it."""
    width = len(found[1])
    rows: list[list[str]] = []
    for line in found[2].splitlines():
        if line[:width].strip():
            rows.append([line[:width].strip(), line[width:].strip()])
        else:
            rows[-1][1] += f" {line.strip()}"
    return "| name | meaning |\n|---|---|\n" + "\n".join(f"| {name} | {meaning} |" for name, meaning in rows)


class SphinxRoles(griffe.Extension):
    """Show roles (``:class:`~a.B```) as names of code, definitions as lists, tables, and doctests as blocks of code."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of an object that was loaded."""
        if obj.docstring:
            text = _ROLE.sub(r"`\1`", obj.docstring.value)
            text = _TABLE.sub(_table, text)
            text = _DEFINITION.sub(lambda found: f"- {found[1]}: {' '.join(found[2].split())}\n", text)
            obj.docstring.value = _DOCTEST.sub(lambda found: f"```pycon\n{found[0]}\n```", text)
