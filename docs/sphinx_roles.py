"""Make Markdown of docstrings: an extension for Griffe, which mkdocs.yml names."""

from __future__ import annotations

import re
from typing import Any

import griffe

_ROLE = re.compile(r":[a-z]+:`(?:~(?:\w+\.)*|\.)?([^`\n]+)`")
_DOCTEST = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class SphinxRoles(griffe.Extension):
    """Show roles (``:class:`~a.B```) as names of code, and doctests as blocks of code."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of an object that was loaded."""
        if obj.docstring:
            text = _ROLE.sub(r"`\1`", obj.docstring.value)
            obj.docstring.value = _DOCTEST.sub(lambda found: f"```pycon\n{found[0]}\n```", text)
