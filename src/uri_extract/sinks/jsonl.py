"""JSON Lines: one object a line, in UTF-8 (RFC 8259).

An occurrence has the members of :meth:`uri_extract.records.Occurrence.as_dict`, all of them, always, in that order.
A problem has ``problem`` (its kind), ``document``, ``offset`` and ``message``; it stands where it came up.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from uri_extract.scan import variant
from uri_extract.sinks import _jsonl
from uri_extract.sinks.text import Text, utf8

if TYPE_CHECKING:
    from uri_extract.records import Occurrence, Problem


_encode = variant(_jsonl).encode


class JSONLines(Text):
    """Each record as a JSON object on a line of its own."""

    def encode(self, occurrences: list[Occurrence]) -> bytes:
        """Return the lines of occurrences."""
        encoded: bytes = _encode(occurrences)
        return encoded

    def encode_problem(self, problem: Problem) -> bytes:
        """Return the line of a problem."""
        return line(problem.as_dict())


def line(record: dict[str, Any]) -> bytes:
    """Return the line of an object."""
    return utf8(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
